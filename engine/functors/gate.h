#pragma once

#include "engine/functors/activation.h"

#include <cmath>

/// Activations of recurrent operators, selected at run time. Source: ONNX RNN, GRU, LSTM.
namespace engine::functors {

enum class GateKind {
    Relu,
    Tanh,
    Sigmoid,
    Affine,
    LeakyRelu,
    ThresholdedRelu,
    ScaledTanh,
    HardSigmoid,
    Elu,
    Softsign,
    Clip,
    Softplus,
};

struct Gate {
    GateKind kind = GateKind::Tanh;
    double alpha = 0;
    double beta = 0;

    template <typename T>
    OPSCOPE_DEVICE static T clamp(T x, T low, T high)
    {
        return x < low ? low : (x > high ? high : x);
    }

    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        const T a = static_cast<T>(alpha);
        const T b = static_cast<T>(beta);
        switch (kind) {
        case GateKind::Relu:
            return x < T(0) ? T(0) : x;
        case GateKind::Tanh:
            return std::tanh(x);
        case GateKind::Sigmoid:
            return T(1) / (T(1) + std::exp(-x));
        case GateKind::Affine:
            return a * x + b;
        case GateKind::LeakyRelu:
            return x < T(0) ? a * x : x;
        case GateKind::ThresholdedRelu:
            return x > a ? x : T(0);
        case GateKind::ScaledTanh:
            return a * std::tanh(b * x);
        case GateKind::HardSigmoid:
            return clamp(a * x + b, T(0), T(1));
        case GateKind::Elu:
            return x < T(0) ? a * std::expm1(x) : x;
        case GateKind::Softsign:
            return x / (T(1) + std::fabs(x));
        case GateKind::Clip:
            return clamp(x, a, b);
        case GateKind::Softplus:
            return Softplus {}(x);
        }
        return x;
    }
};

} // namespace engine::functors
