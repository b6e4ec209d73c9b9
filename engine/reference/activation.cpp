#include "engine/functors/activation.h"
#include "engine/reference/elementwise.h"

// Activation functions of ai.onnx and com.microsoft. Sources: ONNX operator specifications; ONNX
// Runtime's contrib operator documentation.

namespace engine {

namespace {

Result<void> runLeakyRelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 0.01f);
    return mapElements<FloatTypes>(context, functors::LeakyRelu { alpha });
}

Result<void> runElu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context, functors::Elu { alpha });
}

Result<void> runSelu(const OpNode& node, RunContext& context)
{
    // Version 1 has shorter constants as defaults, which its schema gives.
    const float alpha = node.real("alpha", 1.67326319217681884765625f);
    const float gamma = node.real("gamma", 1.05070102214813232421875f);
    return mapElements<FloatTypes>(context, functors::Selu { alpha, gamma });
}

Result<void> runCelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context, functors::Celu { alpha });
}

Result<void> runHardSigmoid(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 0.2f);
    const float beta = node.real("beta", 0.5f);
    return mapElements<FloatTypes>(context, functors::HardSigmoid { alpha, beta });
}

Result<void> runThresholdedRelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context, functors::ThresholdedRelu { alpha });
}

Result<void> runShrink(const OpNode& node, RunContext& context)
{
    const float lambda = node.real("lambd", 0.5f);
    const float bias = node.real("bias", 0.0f);
    return mapElements<NumberTypes>(context, functors::Shrink { lambda, bias });
}

Result<void> runSwish(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context, functors::Swish { alpha });
}

Result<void> runQuickGelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.702f);
    return mapElements<FloatTypes>(context, functors::Swish { alpha });
}

Result<void> runGelu(const OpNode& node, RunContext& context)
{
    if (node.text("approximate", "none") == "tanh")
        return mapElements<FloatTypes>(context, functors::GeluByTanh {});
    return mapElements<FloatTypes>(context, functors::GeluByErf {});
}

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
    auto map = [&]<typename T>() -> Result<void> {
        const T* bias = context.hasInput(1) ? context.tensor(1).as<T>().data() : nullptr;
        const auto source = input.as<T>();
        auto target = output->as<T>();
        for (std::size_t i = 0; i < source.size(); ++i) {
            auto x = widen(source[i]);
            if (bias != nullptr)
                x += widen(bias[i % static_cast<std::size_t>(width)]);
            target[i] = static_cast<T>(gelu(x));
        }
        return {};
    };
    return visitElement(FloatTypes {}, input.element(), map);
}

Result<void> runPRelu(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& slope = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    auto slopeDims = slope.dims();
    // Before version 7, a slope per channel is a vector. Later the slope must broadcast as it is.
    if (node.version < 7 && slope.rank() == 1 && input.rank() > 1 && slope.count() != 1)
        slopeDims.resize(input.rank() - 1, 1);
    const auto dims = TRY(broadcastDims(input.dims(), slopeDims));
    if (dims != input.dims())
        return fail("slope of ", dimsText(slope.dims()), " cannot be broadcast to the input of ",
            dimsText(input.dims()));
    StridedLoop<3> loop(
        dims, { denseStrides(dims), broadcastStrides(slopeDims, dims), denseStrides(dims) });
    auto* output = TRY(context.output(0, input.element(), dims));
    auto combine = [&]<typename T>() -> Result<void> {
        combineRows(
            loop, storage<T>(input), storage<T>(slope), storage<T>(*output), functors::PRelu {});
        return {};
    };
    return visitElement(NumberTypes {}, input.element(), combine);
}

const RegisterReference activations[] = {
    { "Relu", runUnary<SignedTypes, functors::Relu {}>, checkFirstInput<SignedTypes> },
    { "LeakyRelu", runLeakyRelu, onFloats },
    { "Elu", runElu, onFloats },
    { "Selu", runSelu, onFloats },
    { "Celu", runCelu, onFloats },
    { "Sigmoid", runUnary<FloatTypes, functors::Sigmoid {}>, onFloats },
    { "HardSigmoid", runHardSigmoid, onFloats },
    { "HardSwish", runUnary<FloatTypes, functors::HardSwish {}>, onFloats },
    { "ThresholdedRelu", runThresholdedRelu, onFloats },
    { "Shrink", runShrink, checkFirstInput<NumberTypes> },
    { "Softplus", runUnary<FloatTypes, functors::Softplus {}>, onFloats },
    { "Softsign", runUnary<FloatTypes, functors::Softsign {}>, onFloats },
    { "Mish", runUnary<FloatTypes, functors::Mish {}>, onFloats },
    { "Swish", runSwish, onFloats },
    { "Gelu", runGelu, onFloats },
    { "PRelu", runPRelu, checkFirstInput<NumberTypes> },
    { "Gelu", runGelu, onFloats, "com.microsoft" },
    { "QuickGelu", runQuickGelu, onFloats, "com.microsoft" },
    { "BiasGelu", runBiasGelu<functors::GeluByErf {}>, onFloats, "com.microsoft" },
    { "FastGelu", runBiasGelu<functors::GeluByTanh {}>, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
