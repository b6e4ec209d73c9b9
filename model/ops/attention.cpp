// Attention and rotary position embeddings.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <string>

namespace model::ops {

namespace {

/// Sizes of a fused attention. Inputs are 4-D with heads as an axis, or 3-D with heads folded into
/// the features.
struct AttentionSizes {
    Dimension batch;
    Dimension queryLength;
    Dimension keyLength;
    Dimension queryHeads;
    Dimension keyHeads;
    Dimension keyWidth; ///< features of one head of the keys
    Dimension valueWidth;
};

/// Reports an error if the query heads are not a multiple of the key and value heads.
void expectGroups(InferenceContext& context, const Dimension& queryHeads, const Dimension& keyHeads)
{
    const auto queries = queryHeads.value();
    const auto keys = keyHeads.value();
    if (queries && keys && (*keys < 1 || *queries % *keys != 0))
        context.error("has " + queryHeads.text() + " heads of queries, expected a multiple of the "
            + keyHeads.text() + " heads of keys and values");
}

struct HeadCounts {
    Dimension query;
    Dimension key; ///< of keys and values
};

/// Reads the numbers of heads of 3-D inputs from the attributes.
std::optional<HeadCounts> foldedHeads(InferenceContext& context)
{
    const auto query = positiveAttribute(context, "q_num_heads");
    const auto key = positiveAttribute(context, "kv_num_heads");
    if (!query || !key)
        return std::nullopt;
    expectHeads(context, 0, 2, *query);
    for (const std::size_t i : { 1, 2 })
        expectHeads(context, i, 2, *key);
    return HeadCounts { *query, *key };
}

std::optional<AttentionSizes> sizesFromFolded(InferenceContext& context)
{
    const auto heads = foldedHeads(context);
    if (!heads)
        return std::nullopt;
    return AttentionSizes { context.dim(0, 0), context.dim(0, 1), context.dim(1, 1), heads->query,
        heads->key, floorDiv(context.dim(1, 2), heads->key),
        floorDiv(context.dim(2, 2), heads->key) };
}

std::optional<AttentionSizes> attentionSizes(InferenceContext& context)
{
    if (!expectRanks(context, { 0, 1, 2 }, { 3, 4 }))
        return std::nullopt;
    if (context.rank(0) == 3u)
        return sizesFromFolded(context);
    if (context.rank(0) != 4u)
        return std::nullopt;
    return AttentionSizes { context.dim(0, 0), context.dim(0, 2), context.dim(1, 2),
        context.dim(0, 1), context.dim(1, 1), context.dim(1, 3), context.dim(2, 3) };
}

void attention(InferenceContext& context)
{
    for (std::size_t i = 0; i < context.outputCount(); ++i)
        context.setTensor(i, context.element(i == 2 ? 2 : 0));
    if (context.hasInput(4) != context.hasInput(5))
        context.error("has only one of past key and past value, which belong together");
    const auto sizes = attentionSizes(context);
    if (!sizes)
        return;
    const auto isFolded = context.rank(0) == 3u;
    const auto& s = *sizes;
    expectGroups(context, s.queryHeads, s.keyHeads);
    setLikeFirst(context,
        isFolded ? Shape { s.batch, s.queryLength, s.queryHeads * s.valueWidth }
                 : Shape { s.batch, s.queryHeads, s.queryLength, s.valueWidth });
    const auto total = context.hasInput(4) ? s.keyLength + context.dim(4, 2) : s.keyLength;
    context.setTensor(1, context.element(1), Shape { s.batch, s.keyHeads, total, s.keyWidth });
    context.setTensor(2, context.element(2), Shape { s.batch, s.keyHeads, total, s.valueWidth });
    context.setTensor(3, context.element(0), Shape { s.batch, s.queryHeads, s.queryLength, total });
}

std::optional<Shape> flexAttention(InferenceContext& context)
{
    expectRanks(context, { 0, 1, 2 }, { 4 });
    return Shape { context.dim(0, 0), context.dim(0, 1), context.dim(0, 2), context.dim(2, 3) };
}

/// The state has one matrix per head: key features x value features.
void linearAttention(InferenceContext& context)
{
    expectRanks(context, { 0, 1, 2 }, { 3 });
    const auto heads = foldedHeads(context);
    if (!heads)
        return;
    expectGroups(context, heads->query, heads->key);
    const auto valueWidth = floorDiv(context.dim(2, 2), heads->key);
    setLikeFirst(
        context, Shape { context.dim(0, 0), context.dim(0, 1), heads->query * valueWidth });
    context.setTensor(1, context.element(context.hasInput(3) ? 3 : 0),
        Shape {
            context.dim(0, 0), heads->key, floorDiv(context.dim(1, 2), heads->key), valueWidth });
}

void rotary(InferenceContext& context)
{
    sameAsFirst(context);
    expectRank(context, 0, { 3, 4 });
    auto width = context.dim(0, 3);
    if (context.rank(0) == 3u) {
        const auto heads = positiveAttribute(context, "num_heads");
        if (!heads)
            return;
        expectHeads(context, 0, 2, *heads);
        width = floorDiv(context.dim(0, 2), *heads);
    }
    const auto rotated = context.integer("rotary_embedding_dim", 0);
    if (rotated < 0 || rotated > width.value().value_or(rotated))
        context.error("attribute 'rotary_embedding_dim' is " + std::to_string(rotated)
            + ", expected 0 to the " + width.text() + " features of a head");
}

Cost attentionCost(const CostContext& context)
{
    const auto isFolded = context.inputRank(0) == 3;
    const auto heads = isFolded ? positiveInteger(context, "q_num_heads") : context.inputDim(0, 1);
    const auto keyHeads
        = isFolded ? positiveInteger(context, "kv_num_heads") : context.inputDim(1, 1);
    const std::size_t position = isFolded ? 1 : 2;
    const auto keys
        = context.inputDim(1, position) + (context.hasInput(4) ? context.inputDim(4, 2) : 0);
    const auto keyWidth = isFolded ? context.inputDim(0, 2) / heads : context.inputDim(0, 3);
    const auto valueWidth = isFolded ? context.inputDim(2, 2) / keyHeads : context.inputDim(2, 3);
    return costAttention(context,
        { context.inputDim(0, 0), heads, context.inputDim(0, position), keys, keyWidth,
            valueWidth });
}

const RegisterOperators attentionOperators {
    op("Attention",
        "Scaled dot-product attention with masks, grouped heads, a key-value cache and optional "
        "soft cap.")
        .since(23,
            "Q: T1, K: T1, V: T2, attn_mask?: U, past_key?: T1, past_value?: T2 -> Y: T1, "
            "present_key?: T1, present_value?: T2, qk_matmul_output?: T1",
            "T1: floats bfloat16; T2: floats bfloat16; U: numbers bool bfloat16")
        .attributes(
            "is_causal: int = 0, kv_num_heads: int, q_num_heads: int, qk_matmul_output_mode: int = "
            "0, scale: float, softcap: float = 0, softmax_precision: int")
        .since(24)
        .inputs("Q: T1, K: T1, V: T2, attn_mask?: U, past_key?: T1, past_value?: T2, "
                "nonpad_kv_seqlen?: int64")
        .since(25)
        .attributes("left_window_size: int = -1, right_window_size: int = -1")
        .rules(attention, attentionCost),

    op("RotaryEmbedding", "Rotates pairs of features by angles that grow with the position (RoPE).")
        .since(23, "X: T, cos_cache: T, sin_cache: T, position_ids?: M -> Y: T",
            "T: float16 float bfloat16; M: int64")
        .attributes("interleaved: int = 0, num_heads: int, rotary_embedding_dim: int = 0")
        .rules(rotary, costElementwise),

    op("LinearAttention",
        "Attention as a recurrence over a state matrix, linear in the sequence length.")
        .since(27,
            "query: T, key: T, value: T, past_state?: S, decay?: T, beta?: T -> output: T, "
            "present_state: S",
            "T: float16 float bfloat16; S: float16 float bfloat16")
        .attributes("chunk_size: int = 64, kv_num_heads: int required, q_num_heads: int required, "
                    "scale: float = 0, update_rule: string = gated_delta")
        .rules(linearAttention),

    op("ai.onnx.preview:FlexAttention",
        "Attention whose scores and probabilities may be changed by subgraphs.")
        .since(1, "Q: T1, K: T1, V: T1 -> Y: T1", "T1: floats bfloat16")
        .attributes("prob_mod: graph, scale: float, score_mod: graph, softmax_precision: int")
        .rules(flexAttention, attentionCost),
};

} // namespace

} // namespace model::ops
