#pragma once

#include "engine/cpu/onednn.h"

namespace engine::onednn {

/// What oneDNN calls an ONNX activation: one element-wise operation, two for HardSigmoid. Nothing
/// if it has none. `parameters` are the operator's numbers in ONNX's order, empty = its defaults:
/// LeakyRelu and Elu alpha, Clip low and high, HardSigmoid alpha and beta, Swish alpha.
std::optional<std::vector<Epilogue>> activationOf(
    std::string_view name, std::span<const float> parameters);

} // namespace engine::onednn
