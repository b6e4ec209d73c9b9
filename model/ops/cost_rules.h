#pragma once

#include "model/inference/cost_context.h"

#include <cstdint>
#include <optional>

/// Cost rules that several operators share. One multiply-add counts as one `multiplyAdds`; traffic
/// is every operand once.
namespace model::ops {

/// Reads all inputs, writes all outputs; no arithmetic.
Cost traffic(const CostContext& context);
/// `flops` per element of output 0.
Cost perOutput(const CostContext& context, std::uint64_t flops);

Cost costElementwise(const CostContext& context); ///< one operation per output element
Cost costTranscendental(const CostContext& context); ///< one exp, tanh ... per output element
Cost costPerInput(const CostContext& context); ///< one operation per element of input 0: reductions
Cost costMove(const CostContext& context); ///< elements are copied: input 0 read, outputs written
Cost costPick(const CostContext&
        context); ///< as much read as written: Slice, Gather and others that touch a part
Cost costView(const CostContext& context); ///< nothing moves

/// A matrix product whose first matrix is input `left`: one multiply-add per element of the product
/// and of the last axis of the first matrix.
Cost costProduct(const CostContext& context, std::size_t left);
Cost costGemm(const CostContext& context); ///< transA says which axis of input 0 is the inner one

/// A convolution: every output element takes a window of the input channels of its group, N * Cout
/// * out * (Cin / group) * kernel.
Cost costWindow(const CostContext& context, std::size_t weights, std::optional<std::size_t> bias);

/// `flops` per element and one reciprocal square root per group.
Cost costGroups(const CostContext& context, std::uint64_t flops, std::uint64_t groups);

struct AttentionSizes {
    std::uint64_t batch, heads, queries, keys, keyWidth, valueWidth;
};
/// Scores and weighted sum: batch * heads * queries * keys * (key width + value width), and a
/// softmax over the scores. A causal mask leaves half of it useful; all of it is counted.
Cost costAttention(const CostContext& context, const AttentionSizes& sizes);

std::uint64_t multiplied(
    std::uint64_t a, std::uint64_t b); ///< stays at the largest number instead of wrapping

} // namespace model::ops
