#pragma once

#include "engine/passes/pipeline.h"

#include "engine/kernel/elementwise_chain.h"

#include <functional>
#include <unordered_set>

namespace engine {

/// Whether a kernel takes the chain; with the layouts of its inputs and of its output.
using AcceptsChain = std::function<bool(const ElementwiseChain&, std::span<const Layout>, Layout)>;

/// Fuses chains and trees of elementwise operators into one operator, which reads each input and
/// writes the output once (engine/kernel/elementwise_chain.h):
///
///     a = Add(x, bias)
///     b = Sigmoid(a)               y = opscope:FusedElementwise(x, bias)
///     y = Mul(a, b)
///
/// For a program that was placed on its device, with layouts. Fuses only operators of the main
/// block that are on the device of the request, with known types and one shape. A value that other
/// operators read too, or that leaves the program, stays the output of an operator. `apart`:
/// operators that are not fused. Each edit adds one operator.
Patch fuseChains(const Program& program, const PassContext& context,
    const std::unordered_set<OpId>& apart = {}, const AcceptsChain& accepts = {});

/// Fuses the chains that the native kernel takes, in a program with layouts for the CPU. Does
/// nothing unless the request allows native kernels and all optimisations.
void fuseNativeChains(Program& program, const PassContext& context);

inline constexpr std::string_view fuseChainsName = "fuse elementwise chains";

} // namespace engine
