#include "engine/reference/elementwise.h"

#include <cmath>
#include <numbers>

// Activation functions of ai.onnx and com.microsoft. Sources: ONNX operator specifications; ONNX
// Runtime's contrib operator documentation.

namespace engine {

namespace {

template <typename T>
T sigmoid(T x)
{
    // Both branches keep the exponent negative, so that nothing overflows.
    if (x >= T(0))
        return T(1) / (T(1) + std::exp(-x));
    const T e = std::exp(x);
    return e / (T(1) + e);
}

template <typename T>
T softplus(T x)
{
    return std::log1p(std::exp(-std::fabs(x))) + (x > T(0) ? x : T(0));
}

template <typename T>
T geluByErf(T x)
{
    return T(0.5) * x * (T(1) + std::erf(x * static_cast<T>(std::numbers::sqrt2 / 2)));
}

template <typename T>
T geluByTanh(T x)
{
    constexpr T scale = static_cast<T>(0.7978845608028654); // sqrt(2 / pi)
    return T(0.5) * x * (T(1) + std::tanh(scale * (x + static_cast<T>(0.044715) * x * x * x)));
}

Result<void> runRelu(const OpNode&, RunContext& context)
{
    return mapElements<SignedTypes>(context, [](auto x) { return x < 0 ? decltype(x)(0) : x; });
}

Result<void> runLeakyRelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 0.01f);
    return mapElements<FloatTypes>(
        context, [=](auto x) { return x < 0 ? static_cast<decltype(x)>(alpha) * x : x; });
}

Result<void> runElu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context,
        [=](auto x) { return x < 0 ? static_cast<decltype(x)>(alpha) * std::expm1(x) : x; });
}

Result<void> runSelu(const OpNode& node, RunContext& context)
{
    // Version 1 had shorter constants as defaults: the schema of that version says so.
    const float alpha = node.real("alpha", 1.67326319217681884765625f);
    const float gamma = node.real("gamma", 1.05070102214813232421875f);
    return mapElements<FloatTypes>(context, [=](auto x) {
        using T = decltype(x);
        return static_cast<T>(gamma) * (x < 0 ? static_cast<T>(alpha) * std::expm1(x) : x);
    });
}

Result<void> runCelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(context, [=](auto x) {
        const auto a = static_cast<decltype(x)>(alpha);
        return x < 0 ? a * std::expm1(x / a) : x;
    });
}

Result<void> runSigmoid(const OpNode&, RunContext& context)
{
    return mapElements<FloatTypes>(context, [](auto x) { return sigmoid(x); });
}

Result<void> runHardSigmoid(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 0.2f);
    const float beta = node.real("beta", 0.5f);
    return mapElements<FloatTypes>(context, [=](auto x) {
        using T = decltype(x);
        const T y = static_cast<T>(alpha) * x + static_cast<T>(beta);
        return y < T(0) ? T(0) : (y > T(1) ? T(1) : y);
    });
}

Result<void> runHardSwish(const OpNode&, RunContext& context)
{
    return mapElements<FloatTypes>(context, [](auto x) {
        using T = decltype(x);
        const T gate = x / T(6) + T(0.5);
        return x * (gate < T(0) ? T(0) : (gate > T(1) ? T(1) : gate));
    });
}

Result<void> runThresholdedRelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(
        context, [=](auto x) { return x > static_cast<decltype(x)>(alpha) ? x : decltype(x)(0); });
}

Result<void> runShrink(const OpNode& node, RunContext& context)
{
    const float lambda = node.real("lambd", 0.5f);
    const float bias = node.real("bias", 0.0f);
    return mapElements<NumberTypes>(context, [=](auto x) {
        using T = decltype(x);
        const auto y = static_cast<double>(x);
        if (y < -static_cast<double>(lambda))
            return static_cast<T>(y + static_cast<double>(bias));
        return y > static_cast<double>(lambda) ? static_cast<T>(y - static_cast<double>(bias))
                                               : T(0);
    });
}

Result<void> runSoftplus(const OpNode&, RunContext& context)
{
    return mapElements<FloatTypes>(context, [](auto x) { return softplus(x); });
}

Result<void> runSoftsign(const OpNode&, RunContext& context)
{
    return mapElements<FloatTypes>(
        context, [](auto x) { return x / (decltype(x)(1) + std::fabs(x)); });
}

Result<void> runMish(const OpNode&, RunContext& context)
{
    return mapElements<FloatTypes>(context, [](auto x) { return x * std::tanh(softplus(x)); });
}

Result<void> runSwish(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.0f);
    return mapElements<FloatTypes>(
        context, [=](auto x) { return x * sigmoid(static_cast<decltype(x)>(alpha) * x); });
}

Result<void> runQuickGelu(const OpNode& node, RunContext& context)
{
    const float alpha = node.real("alpha", 1.702f);
    return mapElements<FloatTypes>(
        context, [=](auto x) { return x * sigmoid(static_cast<decltype(x)>(alpha) * x); });
}

Result<void> runGelu(const OpNode& node, RunContext& context)
{
    if (node.text("approximate", "none") == "tanh")
        return mapElements<FloatTypes>(context, [](auto x) { return geluByTanh(x); });
    return mapElements<FloatTypes>(context, [](auto x) { return geluByErf(x); });
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
    auto slopeDims = slope.dims();
    // Before version 7 a slope per channel was written as a vector; later it must broadcast by
    // itself.
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
        combineRows(loop, storage<T>(input), storage<T>(slope), storage<T>(*output),
            [](auto x, auto s) { return x < 0 ? x * s : x; });
        return {};
    };
    return visitElement(NumberTypes {}, input.element(), combine);
}

constexpr auto onFloats = checkFirstInput<FloatTypes>;

const RegisterReference activations[] = {
    { "Relu", runRelu, checkFirstInput<SignedTypes> },
    { "LeakyRelu", runLeakyRelu, onFloats },
    { "Elu", runElu, onFloats },
    { "Selu", runSelu, onFloats },
    { "Celu", runCelu, onFloats },
    { "Sigmoid", runSigmoid, onFloats },
    { "HardSigmoid", runHardSigmoid, onFloats },
    { "HardSwish", runHardSwish, onFloats },
    { "ThresholdedRelu", runThresholdedRelu, onFloats },
    { "Shrink", runShrink, checkFirstInput<NumberTypes> },
    { "Softplus", runSoftplus, onFloats },
    { "Softsign", runSoftsign, onFloats },
    { "Mish", runMish, onFloats },
    { "Swish", runSwish, onFloats },
    { "Gelu", runGelu, onFloats },
    { "PRelu", runPRelu, checkFirstInput<NumberTypes> },
    { "Gelu", runGelu, onFloats, "com.microsoft" },
    { "QuickGelu", runQuickGelu, onFloats, "com.microsoft" },
    { "BiasGelu", runBiasGelu<[](auto x) { return geluByErf(x); }>, onFloats, "com.microsoft" },
    { "FastGelu", runBiasGelu<[](auto x) { return geluByTanh(x); }>, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
