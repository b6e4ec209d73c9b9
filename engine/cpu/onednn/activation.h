#pragma once

#include "engine/cpu/onednn.h"

namespace engine::onednn {

/// Returns oneDNN's algorithm for an ONNX activation. Returns nullopt if oneDNN has none, or one
/// that differs from ONNX's: its Relu, Clip and Exp give numbers for NaN, its Elu and Log lose
/// digits of small numbers. `parameters` are the operator's numbers in ONNX's order (alpha of
/// LeakyRelu and Swish); empty = its defaults.
std::optional<Epilogue> activationOf(std::string_view name, std::span<const float> parameters);

/// An activation after a product. It is either a oneDNN post-op (`epilogue`) or a native row
/// function on the finished output (`after`), which reads and writes the output once more.
struct FusedActivation {
    std::optional<Epilogue> epilogue;
    PrimitiveKernel::Finish after;
};
/// `name` must not be empty. Fails if neither oneDNN nor the native kernels have the activation.
Result<FusedActivation> fusedActivation(std::string_view name, std::span<const float> parameters);

} // namespace engine::onednn
