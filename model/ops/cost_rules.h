#pragma once

#include "model/inference/cost_context.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// Cost rules that several operators share. A multiply-add counts as one in `multiplyAdds`; traffic
/// counts every operand once.
namespace model::ops {

/// Reads all inputs and writes all outputs; no arithmetic.
Cost traffic(const CostContext& context);
/// `flops` operations per element of output 0.
Cost perOutput(const CostContext& context, std::uint64_t flops);

Cost costElementwise(const CostContext& context); ///< one operation per output element
Cost costTranscendental(const CostContext& context); ///< one exp, tanh ... per output element
Cost costPerInput(const CostContext& context); ///< one operation per element of input 0; for
                                               ///< reductions
Cost costMove(const CostContext& context); ///< copies elements: reads input 0, writes the outputs
Cost costPick(const CostContext&
        context); ///< reads as much as it writes; for Slice, Gather and others that access a part
Cost costView(const CostContext& context); ///< no data is moved

/// A matrix product whose first matrix is input `left`. Multiply-adds: elements of the product
/// times the last axis of the first matrix.
Cost costProduct(const CostContext& context, std::size_t left);
Cost costGemm(const CostContext& context); ///< transA selects the inner axis of input 0

/// A convolution. Every output element reads a window of its group's input channels: N * Cout * out
/// * (Cin / group) * kernel multiply-adds.
Cost costWindow(const CostContext& context, std::size_t weights, std::optional<std::size_t> bias);

/// One operation per window element for each output element.
Cost costPool(const CostContext& context);

/// `flops` operations per element and one reciprocal square root per group.
Cost costGroups(const CostContext& context, std::uint64_t flops, std::uint64_t groups);

struct AttentionSizes {
    std::uint64_t batch, heads, queries, keys, keyWidth, valueWidth;
};
/// Scores and weighted sum: batch * heads * queries * keys * (key width + value width)
/// multiply-adds, and a softmax over the scores. Scores that a causal mask removes are counted too.
Cost costAttention(const CostContext& context, const AttentionSizes& sizes);

/// Returns an attribute that counts something; at least 1.
std::uint64_t positiveInteger(
    const CostContext& context, std::string_view name, std::int64_t fallback = 1);
std::uint64_t multiplied(std::uint64_t a, std::uint64_t b); ///< saturates at the largest uint64

} // namespace model::ops
