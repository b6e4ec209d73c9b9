#pragma once

#include "engine/cuda/module_backend.h"

#include <array>
#include <cstdint>

/// What follows a product or a convolution and touches each element once. Libraries do some of it
/// while they write their result; the rest is done here, in place, by one launch.
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
/// Of FusedConv, FusedGemm and FusedMatMul: attributes `activation`, `activation_params`,
/// `activation_alpha`, `activation_beta`. Fails for others than passes/fuse_epilogues.cpp makes.
Result<Activation> activationOf(const OpNode& node);
std::string_view activationName(ActivationKind kind);

/// y = activation(y + bias + added), computed in fp32 for fp16 and bfloat16 (fp64 in fp64).
struct ElementEpilogue {
    ElementType element = ElementType::Float;
    std::int64_t count = 0;
    std::int64_t inner = 1; ///< elements of y that share one number of the bias
    std::int64_t channels = 1; ///< numbers of the bias: element i takes bias[i / inner % channels]
    Activation activation;

    bool isNeeded(const void* bias, const void* added) const
    {
        return bias != nullptr || added != nullptr || activation.kind != ActivationKind::None;
    }
};
/// `bias` and `added` (as many elements as y) may be null.
Result<void> applyEpilogue(ModuleBackend& device, const ElementEpilogue& epilogue, void* y,
    const void* bias, const void* added);

/// Numbers between -1 and 1, or any integers, the same each time: what is timed should not run on
/// zeros.
Result<void> fillWithNoise(
    ModuleBackend& device, void* memory, std::int64_t count, ElementType element);

} // namespace engine::cuda
