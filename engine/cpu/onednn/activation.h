#pragma once

#include "engine/cpu/onednn.h"
#include "engine/kernel/elementwise_functions.h"

namespace engine::onednn {

/// Returns oneDNN's algorithm for a functor. Returns nullopt if oneDNN has none, or one that
/// differs from ONNX's: its Relu, Clip and Exp give numbers for NaN, its Elu and Log lose digits of
/// small numbers. `alpha` is the parameter of LeakyRelu and Swish.
std::optional<Epilogue> activationOf(Functor functor, float alpha);

/// An activation after a product. It is either a oneDNN post-op (`epilogue`) or a native row
/// function on the finished output (`after`), which reads and writes the output once more.
struct FusedActivation {
    std::optional<Epilogue> epilogue;
    PrimitiveKernel::Finish after;
};
/// `name` is that of an operator, and must not be empty; `parameters` are its numbers in ONNX's
/// order, empty = its defaults. Fails if neither oneDNN nor the native kernels have the activation.
Result<FusedActivation> fusedActivation(std::string_view name, std::span<const float> parameters);

} // namespace engine::onednn
