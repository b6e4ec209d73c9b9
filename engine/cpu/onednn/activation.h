#pragma once

#include "engine/cpu/onednn.h"

namespace engine::onednn {

/// What oneDNN calls an ONNX activation. Nothing if it has none, or one that differs from ONNX's:
/// Relu, Clip and Exp give numbers for NaN, Elu and Log lose digits of small numbers.
/// `parameters` are the operator's numbers in ONNX's order, empty = its defaults: LeakyRelu and
/// Swish alpha.
std::optional<Epilogue> activationOf(std::string_view name, std::span<const float> parameters);

/// An activation behind a product: one of oneDNN, done before the result is written, or one of
/// ours, done over the result, which costs reading and
/// writing it once more.
struct FusedActivation {
    std::optional<Epilogue> epilogue;
    PrimitiveKernel::Finish after;
};
/// `name` is not empty. Fails where neither knows it.
Result<FusedActivation> fusedActivation(std::string_view name, std::span<const float> parameters);

} // namespace engine::onednn
