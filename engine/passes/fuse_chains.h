#pragma once

#include "engine/passes/pipeline.h"

#include <unordered_set>

namespace engine {

/// Fuses chains and trees of elementwise operators into one operator, which reads each input and
/// writes the output once (engine/kernel/elementwise_chain.h):
///
///     a = Add(x, bias)
///     b = Sigmoid(a)               y = opscope:FusedElementwise(x, bias)
///     y = Mul(a, b)
///
/// For a program that was placed on a device. Fuses only operators of the main block that are on
/// the device, with known types and one shape. A value that other operators read too, or that
/// leaves the program, stays the output of an operator. `apart`: operators that are not fused. Each
/// edit adds one operator.
Patch fuseChains(
    const Program& program, const PassContext& context, const std::unordered_set<OpId>& apart = {});

inline constexpr std::string_view fuseChainsName = "fuse elementwise chains";

} // namespace engine
