#include "engine/witness.h"

namespace engine {

Result<void> runWitnessed(
    const Plan& plan, std::span<const RuntimeValue> inputs, Witness& witness, std::stop_token stop)
{
    const auto& state = plan.state();
    if (state.device != DeviceKind::Cpu)
        return support::failAs(support::ErrorKind::Unsupported,
            "values on a device are not compared step by step yet: compare outputs, or use the "
            "CPU");
    const auto arena = TRY(state.pool->allocate(state.blocks.front().arenaBytes));
    Executor executor(state, *state.pool);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        executor.set(state.program.main().inputs[i], inputs[i]);
    executor.listen({ nullptr, std::move(stop), 0, &witness });
    return executor.runBlock(BlockId(0u), arena.data);
}

} // namespace engine
