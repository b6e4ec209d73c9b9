#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

// SumTo of ai.opscope: sums input 0 over the axes along which input 1 would be broadcast to it.
// This is the derivative of broadcasting.

namespace engine {

namespace {

Result<void> runSumTo(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& dims = context.tensor(1).dims();
    if (input.dims() == dims)
        return context.forward(0, 0, dims);
    if (TRY(broadcastDims(input.dims(), dims)) != input.dims())
        return fail("a tensor of ", dims, " cannot be broadcast to ", input.dims());
    auto* output = TRY(context.output(0, input.element(), dims));
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        std::vector<double> sums(output->count(), 0.0);
        const StridedLoop<2> loop(
            input.dims(), { denseStrides(input.dims()), broadcastStrides(dims, input.dims()) });
        loop.forEach([&](const auto& at) {
            sums[at[1]] += static_cast<double>(widen(storage<T>(input)[at[0]]));
        });
        for (std::size_t i = 0; i < sums.size(); ++i)
            output->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(sums[i]));
    });
}

const RegisterReference sumTo("SumTo", runSumTo, onFloats, "ai.opscope");

} // namespace

} // namespace engine
