#pragma once

#include "engine/functors/arithmetic.h"

#include <cmath>

/// Activation functions. Their members are the parameters of the operators. Sources: ONNX operator
/// specifications; documentation of ONNX Runtime's operators.
namespace engine::functors {

struct Relu {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x < 0 ? T(0) : x;
    }
};
struct LeakyRelu {
    float alpha;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x < 0 ? static_cast<T>(alpha) * x : x;
    }
};
struct Elu {
    float alpha;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x < 0 ? static_cast<T>(alpha) * std::expm1(x) : x;
    }
};
struct Selu {
    float alpha;
    float gamma;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return static_cast<T>(gamma) * (x < 0 ? static_cast<T>(alpha) * std::expm1(x) : x);
    }
};
struct Celu {
    float alpha;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        const auto a = static_cast<T>(alpha);
        return x < 0 ? a * std::expm1(x / a) : x;
    }
};
struct Sigmoid {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        // Both branches call exp with a negative argument only, so that nothing overflows.
        if (x >= T(0))
            return T(1) / (T(1) + std::exp(-x));
        const T e = std::exp(x);
        return e / (T(1) + e);
    }
};
struct HardSigmoid {
    float alpha;
    float beta;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        const T y = static_cast<T>(alpha) * x + static_cast<T>(beta);
        return y < T(0) ? T(0) : (y > T(1) ? T(1) : y);
    }
};
struct HardSwish {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        const T gate = x / T(6) + T(0.5);
        return x * (gate < T(0) ? T(0) : (gate > T(1) ? T(1) : gate));
    }
};
struct ThresholdedRelu {
    float alpha;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x > static_cast<T>(alpha) ? x : T(0);
    }
};
struct Shrink {
    float lambda;
    float bias;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        const auto y = static_cast<double>(x);
        const bool isLow = y < -static_cast<double>(lambda);
        if (!isLow && !(y > static_cast<double>(lambda)))
            return T(0);
        return narrowedTo<T>(isLow ? y + static_cast<double>(bias) : y - static_cast<double>(bias));
    }
};
struct Softplus {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::log1p(std::exp(-std::fabs(x))) + (x > T(0) ? x : T(0));
    }
};
struct Softsign {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x / (T(1) + std::fabs(x));
    }
};
struct Mish {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x * std::tanh(Softplus {}(x));
    }
};
/// x * sigmoid(alpha * x). Also used for QuickGelu.
struct Swish {
    float alpha;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return x * Sigmoid {}(static_cast<T>(alpha) * x);
    }
};
struct GeluByErf {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        constexpr double rootOfHalf = 0.70710678118654752;
        return T(0.5) * x * (T(1) + std::erf(x * static_cast<T>(rootOfHalf)));
    }
};
struct GeluByTanh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        constexpr T scale = static_cast<T>(0.7978845608028654); // sqrt(2 / pi)
        return T(0.5) * x * (T(1) + std::tanh(scale * (x + static_cast<T>(0.044715) * x * x * x)));
    }
};
struct Affine {
    float alpha;
    float beta;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return static_cast<T>(alpha) * x + static_cast<T>(beta);
    }
};
struct Scale {
    float scale;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return static_cast<T>(scale) * x;
    }
};
struct ScaledTanh {
    float alpha;
    float beta;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return static_cast<T>(alpha) * std::tanh(static_cast<T>(beta) * x);
    }
};
struct ParametricSoftplus {
    float alpha;
    float beta;

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return static_cast<T>(alpha) * std::log1p(std::exp(static_cast<T>(beta) * x));
    }
};
/// Returns x if x >= 0, else x * slope.
struct PRelu {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x, T slope) const
    {
        return x < 0 ? wrappingMultiply(x, slope) : x;
    }
};

} // namespace engine::functors

// Rows of the operators; see engine/functors/elementwise.h.
#define OPSCOPE_ACTIVATIONS(ROW, VARIANT)                                                          \
    ROW(Relu, Signed, "Relu")                                                                      \
    ROW(LeakyRelu, Float, "LeakyRelu", .a = { "alpha", 0.01F })                                    \
    ROW(Elu, Float, "Elu", .a = { "alpha", 1.0F })                                                 \
    ROW(Selu, Float, "Selu", .a = { "alpha", 1.67326319217681884765625F },                         \
        .b = { "gamma", 1.05070102214813232421875F })                                              \
    ROW(Celu, Float, "Celu", .a = { "alpha", 1.0F })                                               \
    ROW(Sigmoid, Float, "Sigmoid")                                                                 \
    ROW(HardSigmoid, Float, "HardSigmoid", .a = { "alpha", 0.2F }, .b = { "beta", 0.5F })          \
    ROW(HardSwish, Float, "HardSwish")                                                             \
    ROW(ThresholdedRelu, Float, "ThresholdedRelu", .a = { "alpha", 1.0F })                         \
    ROW(Shrink, Number, "Shrink", .a = { "lambd", 0.5F }, .b = { "bias", 0.0F })                   \
    ROW(Softplus, Float, "Softplus")                                                               \
    ROW(Softsign, Float, "Softsign")                                                               \
    ROW(Mish, Float, "Mish")                                                                       \
    ROW(Swish, Float, "Swish", .a = { "alpha", 1.0F })                                             \
    ROW(GeluByErf, Float, "Gelu")                                                                  \
    VARIANT(GeluByTanh, Float)                                                                     \
    /* experimental operators of the first opsets, which old converters still write */             \
    ROW(Affine, Float, "Affine", .a = { "alpha", 1.0F }, .b = { "beta", 0.0F })                    \
    ROW(Scale, Float, "Scale", .a = { "scale", 1.0F })                                             \
    ROW(ScaledTanh, Float, "ScaledTanh", .a = { "alpha", 1.0F }, .b = { "beta", 1.0F })            \
    ROW(ParametricSoftplus, Float, "ParametricSoftplus", .a = { "alpha", 1.0F },                   \
        .b = { "beta", 1.0F })
#define OPSCOPE_BINARY_ACTIVATIONS(ROW) ROW(PRelu, Number, "PRelu")

// Further operators of these functors.
#define OPSCOPE_SAME_ACTIVATIONS(ROW)                                                              \
    ROW(GeluByErf, Float, "Gelu", .domain = "com.microsoft")                                       \
    ROW(Swish, Float, "QuickGelu", .a = { "alpha", 1.702F }, .domain = "com.microsoft")
