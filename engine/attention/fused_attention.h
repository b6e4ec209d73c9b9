#pragma once

#include "engine/attention/attention_plan.h"
#include "engine/program/node_check.h"
#include "model/inference/inference_context.h"

/// opscope:FusedAttention(q, k, v, mask, past_k, past_v, cosines, sines) -> (y, present_k,
/// present_v): what exporters write as MatMul, Mul, Add or Where, Softmax, MatMul, and the
/// Transposes around them.
/// With past steps [batch, heads, steps, size] of key and value, k and v are the new steps, and the
/// presents are both together, in the order of the past. With cosines and sines [batch, 1, steps,
/// size], q and k are rotated first, which have the same steps. Element e and the one half a head
/// further are a pair, whose angle is that of e. Attributes:
///
///     axes    the axes of q, k, v and the output, such as `bshd,bshd,bshd,bshd`: batch, head, step
///             and the elements of a head (d). They come last in q and the output, and in k and v
///             if there is a past. `x` is an axis
///             of batch entries times heads. An operand without a batch axis has one batch entry.
///     heads   heads of `x`
///     scale   of q · k
///     hidden_score, hides_true   a mask of bools gives hidden scores this number
///     hides_nan                  rows that are NaN become 0
///
/// A mask of floats is added. Masks are broadcast to [batch, heads, queries, keys]. Keys at the
/// ends of a row that the mask hides (-1e30 or less) are not read, so a NaN in them does not
/// spread.
namespace engine {

inline constexpr std::string_view fusedAttention = "FusedAttention";

inline bool isFusedAttention(const OpNode& node)
{
    return node.domain == passDomain && node.type == fusedAttention;
}

/// Sizes and strides of one operand, from its axes and dims.
struct FusedOperand {
    HeadShape shape;
    HeadStrides strides;
    std::int64_t elementStride = 1;
};

/// Axes of q, k, v and the output.
struct FusedAxes {
    std::string operands[4];
    std::int64_t heads = 1; ///< of an axis `x`
};
FusedAxes fusedAxes(const OpNode& node);
/// Fails if the dims do not fit the axes.
Result<FusedOperand> fusedOperand(
    const FusedAxes& axes, std::size_t operand, std::span<const std::int64_t> dims);

/// The output's dims, from the sizes of q and those of a value.
Dims fusedOutputDims(const FusedAxes& axes, const HeadShape& q, std::int64_t valueSize);
/// The types of the outputs.
std::vector<model::ValueType> fusedAttentionTypes(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs);

Result<AttentionPlan> planFusedAttention(const KernelRequest& request);

} // namespace engine
