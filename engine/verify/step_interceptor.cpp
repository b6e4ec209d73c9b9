#include "engine/verify/step_interceptor.h"

#include "engine/run/thread_team.h"
#include "model/support/catch_exceptions.h"

namespace engine {

Result<void> runIntercepted(const Plan& plan, std::span<const RuntimeValue> inputs,
    StepInterceptor& interceptor, std::stop_token stop)
{
    const auto& state = plan.state();
    const auto& main = state.blocks.front();
    const auto arena = TRY(state.pool->allocate(main.arenaBytes));
    MemoryPool::Block deviceArena;
    if (main.deviceArenaBytes > 0)
        deviceArena = TRY(state.deviceMemory.pool->allocate(main.deviceArenaBytes)
                              .within("the arena of the device"));
    Executor executor(state, *state.pool);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        executor.set(state.program.main().inputs[i], inputs[i]);
    executor.listen({ nullptr, std::move(stop), 0, &interceptor, deviceArena.data });
    const MemoryScope scope(state.pool);
    TRY(ThreadTeam::own().start(state.settings.threads));
    return support::catchExceptions(
        "the run", [&] { return executor.runBlock(BlockId(0u), arena.data); });
}

namespace {

bool isOnDevice(const Executor& executor, ProgramValueId id)
{
    return executor.plan().program.value(id).device != DeviceKind::Cpu;
}

} // namespace

Result<RuntimeValue> onHost(Executor& executor, ProgramValueId id)
{
    const auto& value = executor.value(id);
    if (!isOnDevice(executor, id) || !value.isTensor())
        return value;
    const auto& tensor = value.tensor();
    auto copy = TRY(executor.pool().allocate(tensor.element(), tensor.dims()));
    if (const auto bytes = tensor.type.bytes(); bytes > 0)
        TRY(executor.plan().deviceMemory.backend->toHost(copy.data, tensor.data, bytes));
    return RuntimeValue { std::move(copy) };
}

Result<void> bringIn(Executor& executor, ProgramValueId id, RuntimeValue value)
{
    if (isOnDevice(executor, id) && value.isTensor()) {
        const auto& device = executor.plan().deviceMemory;
        const auto& tensor = value.tensor();
        auto copy = TRY(device.pool->allocate(tensor.element(), tensor.dims()));
        if (const auto bytes = tensor.type.bytes(); bytes > 0)
            TRY(device.backend->toDevice(copy.data, tensor.data, bytes));
        value.content = std::move(copy);
    }
    executor.set(id, std::move(value));
    return {};
}

} // namespace engine
