#pragma once

#include "model/inference/cost_context.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

/// Cost rules that several operators share. A multiply-add counts as one in `multiplyAdds`; traffic
/// counts every operand once.
namespace model::ops {

/// Reads all inputs and writes all outputs; no arithmetic.
Cost traffic(const CostContext& context);
/// `flops` operations per element of output 0.
Cost perOutput(const CostContext& context, std::uint64_t flops);
/// `count` multiply-adds per element of output 0.
Cost multiplyAddsPerOutput(const CostContext& context, std::uint64_t count);

using CostRule = std::function<Cost(const CostContext&)>;
CostRule costPerOutput(std::uint64_t flops); ///< perOutput() as a rule

Cost costElementwise(const CostContext& context); ///< one operation per output element
Cost costTranscendental(const CostContext& context); ///< one exp, tanh ... per output element
Cost costPerInput(const CostContext& context); ///< one operation per element of input 0; for
                                               ///< reductions
Cost costMove(const CostContext& context); ///< copies elements: reads input 0, writes the outputs
Cost costPick(const CostContext&
        context); ///< reads as much as it writes; for Slice, Gather and others that access a part
Cost costView(const CostContext& context); ///< no data is moved

/// A matrix product whose first matrix is input 0. Multiply-adds: elements of the product times the
/// last axis of the first matrix, or the axis before it if attribute `transA` is set.
Cost costProduct(const CostContext& context);
Cost costGemm(const CostContext& context); ///< costProduct() and a sum with input 2, if present

/// A convolution. Every output element reads a window of its group's input channels: N * Cout * out
/// * (Cin / group) * kernel multiply-adds. One operation per output element for each of the inputs
/// `added` (the bias) that is present.
CostRule costWindow(std::size_t weights, const std::vector<std::size_t>& added);

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
/// Projections of query, key and value, then attention.
Cost costProjectedAttention(const CostContext& context);

/// Returns an attribute that counts something; at least 1.
std::uint64_t positiveInteger(
    const CostContext& context, std::string_view name, std::int64_t fallback = 1);
std::uint64_t multiplied(std::uint64_t a, std::uint64_t b); ///< saturates at the largest uint64

} // namespace model::ops
