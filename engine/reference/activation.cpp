#include "engine/functors/activation.h"
#include "engine/reference/elementwise.h"
#include "engine/reference/float_output.h"

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
    const auto width = input.rank() > 0 ? input.dims().back() : 1;
    if (context.hasInput(1))
        TRY(requireSameElement(context, 1, 0));
    const auto bias = TRY(optionalValues<double>(context, 1, width));
    return mapElements<FloatTypes>(context, [&](auto x, std::size_t i) {
        if (!bias.empty())
            x += static_cast<decltype(x)>(bias[i % bias.size()]);
        return gelu(x);
    });
}

const RegisterReference biasGelus[] = {
    { "BiasGelu", runBiasGelu<functors::GeluByErf {}>, onFloats, "com.microsoft" },
    { "FastGelu", runBiasGelu<functors::GeluByTanh {}>, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
