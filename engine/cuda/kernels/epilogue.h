#pragma once

#include "engine/cuda/module_backend.h"

#include <array>
#include <cstdint>

/// Elementwise work after a product or a convolution. Libraries do part of it while they write
/// their result. The rest is done here, in place, by one launch.
namespace engine::cuda {

enum class ActivationKind : std::uint8_t {
    None,
    Relu,
    Sigmoid,
    Tanh,
    HardSwish,
    LeakyRelu,
    Elu,
    Clip,
    Swish,
    GeluTanh,
};
struct Activation {
    ActivationKind kind = ActivationKind::None;
    float first = 0; ///< alpha, or Clip's lower limit
    float second = 0; ///< Clip's upper limit
};
/// Reads the activation of FusedConv, FusedGemm and FusedMatMul: attributes `activation`,
/// `activation_params`, `activation_alpha`, `activation_beta`. Fails for activations that
/// passes/fuse_epilogues.cpp does not make.
Result<Activation> activationOf(const OpNode& node);
std::string_view activationName(ActivationKind kind);

/// y = activation(y + bias + added), computed in fp32 for fp16 and bfloat16, in fp64 for fp64.
struct ElementEpilogue {
    ElementType element = ElementType::Float;
    std::int64_t count = 0;
    std::int64_t inner = 1; ///< adjacent elements of y that share one element of the bias
    std::int64_t channels = 1; ///< elements of the bias: y[i] gets bias[i / inner % channels]
    Activation activation;

    bool isNeeded(const void* bias, const void* added) const
    {
        return bias != nullptr || added != nullptr || activation.kind != ActivationKind::None;
    }
};
/// Applies the epilogue in place. `bias` and `added` may be null; `added` has as many elements as
/// y.
Result<void> applyEpilogue(ModuleBackend& device, const ElementEpilogue& epilogue, void* y,
    const void* bias, const void* added);

/// Fills memory with numbers between -1 and 1, or with any integers, the same each time. Used for
/// timing, because zeros would take less time than real data.
Result<void> fillWithNoise(
    ModuleBackend& device, void* memory, std::int64_t count, ElementType element);

} // namespace engine::cuda
