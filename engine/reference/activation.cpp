#include "engine/functors/activation.h"
#include "engine/kernel/element_dispatch.h"

// BiasGelu and FastGelu of com.microsoft. Source: ONNX Runtime's contrib operator documentation.
// The activations of ai.onnx are in unary.cpp and binary.cpp.

namespace engine {

namespace {

/// Gelu of the input plus an optional bias along the last axis (com.microsoft BiasGelu and
/// FastGelu).
template <auto gelu>
Result<void> runBiasGelu(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    const auto width = input.rank() > 0 ? input.dims().back() : 1;
    if (context.hasInput(1) && context.tensor(1).count() != width)
        return fail("bias has ", context.tensor(1).count(), " elements, expected ", width);
    if (context.hasInput(1))
        TRY(requireSameElement(context, 1, 0));
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        const T* bias = context.hasInput(1) ? context.tensor(1).as<T>().data() : nullptr;
        const auto source = input.as<T>();
        auto target = output->as<T>();
        for (std::size_t i = 0; i < source.size(); ++i) {
            auto x = widen(source[i]);
            if (bias != nullptr)
                x += widen(bias[i % static_cast<std::size_t>(width)]);
            target[i] = static_cast<T>(gelu(x));
        }
    });
}

const RegisterReference biasGelus[] = {
    { "BiasGelu", runBiasGelu<functors::GeluByErf {}>, onFloats, "com.microsoft" },
    { "FastGelu", runBiasGelu<functors::GeluByTanh {}>, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
