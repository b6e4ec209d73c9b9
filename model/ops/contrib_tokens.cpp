// Operators of ONNX Runtime (com.microsoft) on rows of tokens: sequences without padding, mixtures
// of experts, quantised embeddings. Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>

namespace model::ops {

namespace {

/// input: batch x steps x features.
void removePadding(InferenceContext& context)
{
    setLikeFirst(context);
    setFrom(context, 1, ElementType::Int32);
    if (!expectRank(context, 0, { 3 }) || !context.hasShape(0))
        return;
    expectLength(context, 1, context.dim(0, 0), "the batch size");
    setLikeFirst(context, Shape { context.newDimension("tokens"), context.dim(0, 2) });
    context.setTensor(1, ElementType::Int32, Shape { context.dim(0, 0), context.dim(0, 1) });
    context.setTensor(2, ElementType::Int32, Shape { context.dim(0, 0) + Dimension::number(1) });
    context.setTensor(3, ElementType::Int32, Shape { Dimension::number(1) });
}

std::optional<Shape> restorePadding(InferenceContext& context)
{
    if (!expectRank(context, 0, { 2 }) || !expectRank(context, 1, { 2 }))
        return std::nullopt;
    return Shape { context.dim(1, 0), context.dim(1, 1), context.dim(0, 1) };
}

std::optional<Shape> packedAttention(InferenceContext& context)
{
    if (!expectRank(context, 0, { 2 }) || !expectRank(context, 1, { 2 }))
        return std::nullopt;
    expectDim(context, 1, 0, context.dim(0, 1), "the features of the input");
    const auto sizes = context.integers("qkv_hidden_sizes");
    const auto features = sizes && sizes->size() == 3
        ? Dimension::number(sizes->back())
        : floorDiv(context.dim(1, 1), Dimension::number(3));
    return Shape { context.dim(0, 0), features };
}

std::optional<Shape> packedMultiHeadAttention(InferenceContext& context, Shape query)
{
    if (!expectRank(context, 0, { 2, 4 }))
        return std::nullopt;
    const auto features = query.size() == 4 ? query[1] * query[3]
        : context.rank(2) == 2u             ? context.dim(2, 1)
                                            : Dimension();
    return Shape { query[0], features };
}

/// Upper bound: every sequence may be as long as the longest, so there are batch * heads * steps *
/// steps scores.
Cost packedCost(const CostContext& context, std::size_t offsets)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto steps = context.inputDim(offsets, 1);
    const auto width = context.outputDim(0, 1) / heads;
    return costAttention(
        context, { context.inputDim(offsets, 0), heads, steps, steps, width, width });
}

Cost packedMultiHeadCost(const CostContext& context) { return packedCost(context, 4); }

Cost packedAttentionCost(const CostContext& context)
{
    auto cost = packedCost(context, 3);
    cost.multiplyAdds = saturatedSum(
        cost.multiplyAdds, multiplied(context.inputElements(0), context.inputDim(1, 1)));
    return cost;
}

void mixtureOfExperts(InferenceContext& context)
{
    sameAsFirst(context);
    expectRanks(context, { 2, 4 }, { 3 });
    if (!expectRank(context, 0, { 2, 3 }) || !context.hasShape(0))
        return;
    expectDim(context, 2, 2, context.shape(0).back(), "the features of the input");
    expectDim(context, 4, 1, context.shape(0).back(), "the features of the input");
}

/// Each token passes through `k` experts and uses all weights of each expert once. Inputs 2,
/// 2 + `distance` and 2 + 2 * `distance` hold weights of `bits` in elements of `elementBits`.
Cost expertsCost(
    const CostContext& context, std::size_t distance, std::uint64_t elementBits, std::uint64_t bits)
{
    auto cost = traffic(context);
    const auto chosen = positiveInteger(context, "k");
    const auto experts = std::max<std::uint64_t>(context.inputDim(2, 0), 1);
    std::uint64_t weights = 0;
    for (auto i = std::size_t(2); i <= 2 + 2 * distance; i += distance)
        if (context.hasInput(i))
            weights += multiplied(context.inputElements(i), elementBits) / bits / experts;
    cost.multiplyAdds = multiplied(multiplied(context.inputDim(1, 0), chosen), weights);
    return cost;
}

Cost mixtureCost(const CostContext& context) { return expertsCost(context, 2, 1, 1); }

/// Weights are packed several to a byte.
Cost packedMixtureCost(const CostContext& context)
{
    return expertsCost(context, 3, 8, positiveInteger(context, "expert_weight_bits", 4));
}

void packedMixtureOfExperts(InferenceContext& context)
{
    sameAsFirst(context);
    expectRank(context, 0, { 2, 3 });
    expectRanks(context, { 2, 5 }, { 3 });
}

/// The table may hold several codes per byte of its last axis.
void gatherBlocks(InferenceContext& context)
{
    context.setTensor(0, context.element(2));
    if (!context.hasShape(0) || !context.hasShape(1) || !expectRankAtLeast(context, 0, 1))
        return;
    auto table = context.shape(0);
    const auto bits = context.integer("bits", 4);
    if (context.element(0) == ElementType::Uint8 && (bits == 2 || bits == 4))
        table.back() = table.back() * Dimension::number(8 / bits);
    const auto axis = resolveAxis(context, context.integer("gather_axis", 0), table.size());
    if (!axis)
        return;
    context.setTensor(0, context.element(2), gatheredShape(table, *axis, context.shape(1)));
}

const RegisterOperators contribTokensOperators {
    op("com.microsoft:RemovePadding", "Takes the real tokens of a batch of padded sequences.")
        .since(1,
            "input: T, sequence_token_count: M -> output: T, token_offset: M, cumulated_seq_len: "
            "M, max_seq_len: M",
            "T: float float16; M: int32")
        .rules(removePadding, costMove),

    op("com.microsoft:RestorePadding", "Puts tokens back where they stood, with zeros between.")
        .since(1, "input: T, token_offset: M -> output: T", "T: float float16; M: int32")
        .rules(restorePadding, costMove),

    op("com.microsoft:PackedAttention",
        "Attention of sequences without padding, projections of query, key and value inside.")
        .since(1,
            "input: T, weights: T, bias: T, token_offset: M, cumulative_sequence_length: M, "
            "attention_bias?: T -> output: T",
            "T: float float16; M: int32")
        .attributes("num_heads: int required, qkv_hidden_sizes: ints, scale: float")
        .rules(packedAttention, packedAttentionCost),

    op("com.microsoft:PackedMultiHeadAttention",
        "Attention of sequences without padding, on projected query, key and value.")
        .since(1,
            "query: T, key?: T, value?: T, bias?: T, token_offset: M, cumulative_sequence_length: "
            "M, attention_bias?: T -> output: T",
            "T: float float16; M: int32")
        .attributes("mask_filter_value: float, num_heads: int required, scale: float")
        .rules(packedMultiHeadAttention, packedMultiHeadCost),

    op("com.microsoft:MoE",
        "Mixture of experts: each token goes through the feed-forward networks that its scores "
        "choose.")
        .since(1,
            "input: T, router_probs: T, fc1_experts_weights: T, fc1_experts_bias?: T, "
            "fc2_experts_weights: T, fc2_experts_bias?: T, fc3_experts_weights?: T, "
            "fc3_experts_bias?: T -> output: T",
            "T: float float16 bfloat16")
        .attributes("activation_alpha: float = 1, activation_beta: float = 0, activation_type: "
                    "string = relu, k: int = 1, normalize_routing_weights: int = 0, swiglu_fusion: "
                    "int = 0, swiglu_limit: float, use_sparse_mixer: int = 0")
        .rules(mixtureOfExperts, mixtureCost),

    op("com.microsoft:QMoE", "Mixture of experts whose weights are codes of a few bits.")
        .since(1,
            "input: T, router_probs: T, fc1_experts_weights: T1, fc1_scales?: T2, "
            "fc1_experts_bias?: T, fc2_experts_weights: T1, fc2_scales?: T2, fc2_experts_bias?: T, "
            "fc3_experts_weights?: T1, fc3_scales?: T2, fc3_experts_bias?: T, fc1_zero_points?: "
            "T1, fc2_zero_points?: T1, fc3_zero_points?: T1, router_weights?: T, "
            "fc1_global_scale?: T4, fc2_global_scale?: T4, fc1_act_scale?: T4, fc2_act_scale?: T4, "
            "fc1_act_block_scale?: T2, fc2_act_block_scale?: T2 -> output: T",
            "T: float float16 bfloat16; T1: uint8 float8e4m3fn; T2: float float16 bfloat16 "
            "float8e8m0 float8e4m3fn; T4: float")
        .attributes("accuracy_level: int = 0, activation_alpha: float = 1, activation_beta: float "
                    "= 0, activation_type: string = relu, block_size: int, expert_weight_bits: int "
                    "= 4, fc1_expert_weight_bits: int, fc2_expert_weight_bits: int, "
                    "fc3_expert_weight_bits: int, k: int = 1, normalize_routing_weights: int = 0, "
                    "quant_type: string = int, swiglu_fusion: int = 0, swiglu_limit: float, "
                    "use_sparse_mixer: int = 0, weights_prepacked: int = -1")
        .rules(packedMixtureOfExperts, packedMixtureCost),

    op("com.microsoft:GatherBlockQuantized",
        "Gathers from a table of few bits and takes what is gathered off its scale.")
        .since(1, "data: T1, indices: Tind, scales: T2, zero_points?: T1 -> output: T2",
            "T1: int4 uint4 uint8 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz "
            "float4e2m1; T2: float float16 bfloat16; Tind: int32 int64")
        .attributes(
            "bits: int = 4, block_size: int = 128, gather_axis: int = 0, quantize_axis: int = 1")
        .rules(gatherBlocks, costPick),
};

} // namespace

} // namespace model::ops
