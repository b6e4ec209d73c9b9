// Transformer operators of ONNX Runtime (com.microsoft). Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <array>
#include <string>

namespace model::ops {

namespace {

const Dimension one = Dimension::number(1);
const Dimension two = Dimension::number(2);

/// Returns the features of query, key and value after the projection in com.microsoft:Attention.
std::optional<std::vector<Dimension>> projectedSizes(InferenceContext& context)
{
    const auto written = context.integers("qkv_hidden_sizes");
    if (!written || written->empty())
        return std::vector<Dimension>(3, floorDiv(context.dim(1, 1), Dimension::number(3)));
    auto sum = Dimension::number(0);
    for (const auto size : *written) {
        sum = sum + Dimension::number(size);
        if (size < 1 || written->size() != 3) {
            context.error("attribute 'qkv_hidden_sizes' is " + shapeText(shapeOf(*written))
                + ", expected three sizes above 0");
            return std::nullopt;
        }
    }
    expectDim(context, 1, 1, sum, "the sum of 'qkv_hidden_sizes'");
    return shapeOf(*written);
}

/// Checks a mask of the keys. Its forms: sequence lengths, end positions, one value per key, one
/// per query and key, or one per pair of positions in the complete sequence.
void checkMask(InferenceContext& context, const Dimension& batch, const Dimension& queries,
    const Dimension& total)
{
    if (!expectRank(context, 3, { 1, 2, 3, 4 }) || !context.hasShape(3))
        return;
    const auto rank = *context.rank(3);
    if (rank == 2 || rank == 3) {
        expectDim(context, 3, 0, batch, "the batch size");
        expectDim(context, 3, rank - 1, total, "the number of keys");
    }
    if (rank == 3)
        expectDim(context, 3, 1, queries, "the number of queries");
    if (rank == 4) {
        expectDim(context, 3, 0, batch, "the batch size");
        expectDim(context, 3, 1, one, "one mask for all heads");
        expectDim(context, 3, 3, context.dim(3, 2), "as long as the axis before it");
    }
}

/// input: batch x sequence x features; weights: features x (query + key + value); past: 2 x batch x
/// heads x past x width.
void fusedAttention(InferenceContext& context)
{
    setLikeFirst(context);
    context.setTensor(1, context.element(0));
    const auto heads = positiveAttribute(context, "num_heads");
    if (!heads || !expectRank(context, 0, { 3 }) || !expectRank(context, 1, { 2 }))
        return;
    const auto sizes = projectedSizes(context);
    if (!sizes)
        return;
    expectDim(context, 1, 0, context.dim(0, 2), "the features of the input");
    expectLength(context, 2, context.dim(1, 1), "the columns of the weights");
    const auto batch = context.dim(0, 0);
    const auto sequence = context.dim(0, 1);
    const auto total = context.hasInput(4) ? context.dim(4, 3) + sequence : sequence;
    checkMask(context, batch, sequence, total);
    setLikeFirst(context, Shape { batch, sequence, sizes->back() });
    context.setTensor(1, context.element(0),
        Shape { two, batch, *heads, total, floorDiv(sizes->front(), *heads) });
}

/// Sizes of com.microsoft:MultiHeadAttention, for any layout of its inputs.
struct HeadSizes {
    Dimension batch;
    Dimension queries;
    Dimension keys;
    Dimension width; ///< of one head of query and key
    Dimension valueWidth; ///< of one head of the value
    bool isCached
        = false; ///< keys were computed before (cross attention): batch x heads x keys x width
};

/// Query, key and value in one input: batch x sequence x heads x 3 x width.
HeadSizes packedSizes(const InferenceContext& context)
{
    return { context.dim(0, 0), context.dim(0, 1), context.dim(0, 1), context.dim(0, 4),
        context.dim(0, 4), false };
}

std::optional<HeadSizes> separateSizes(InferenceContext& context, const Dimension& heads)
{
    HeadSizes sizes { context.dim(0, 0), context.dim(0, 1), context.dim(1, 1),
        floorDiv(context.dim(0, 2), heads), {}, false };
    if (!context.hasInput(1)) {
        context.inputError(1, "is absent, but the query is not packed with key and value");
        return std::nullopt;
    }
    if (!expectRank(context, 1, { 3, 4, 5 })
        || !expectDim(context, 1, 0, sizes.batch, "the batch size of the query"))
        return std::nullopt;
    if (context.rank(1) == 5u) { // key and value packed: batch x keys x heads x 2 x width
        sizes.valueWidth = sizes.width = context.dim(1, 4);
        return sizes;
    }
    if (!context.hasInput(2)) {
        context.inputError(2, "is absent, but the key is not packed with it");
        return std::nullopt;
    }
    const auto keyRank = context.rank(1).value_or(3);
    if (!expectRank(context, 2, { keyRank })
        || !expectDim(context, 2, 0, sizes.batch, "the batch size of the query"))
        return std::nullopt;
    if (keyRank == 4) {
        sizes.isCached = true;
        sizes.keys = context.dim(1, 2);
        sizes.valueWidth = context.dim(2, 3);
        expectDim(context, 1, 1, heads, "the number of heads");
        expectDim(context, 1, 3, sizes.width, "the width of a head of the query");
        expectDim(context, 2, 1, heads, "the number of heads");
        expectDim(context, 2, 2, sizes.keys, "the number of keys");
        return sizes;
    }
    sizes.valueWidth = floorDiv(context.dim(2, 2), heads);
    expectDim(context, 1, 2, context.dim(0, 2), "the features of the query");
    expectDim(context, 2, 1, sizes.keys, "the number of keys");
    return sizes;
}

void checkPast(
    InferenceContext& context, const HeadSizes& sizes, const Dimension& heads, std::size_t key)
{
    if (context.hasInput(key) != context.hasInput(key + 1))
        context.inputError(context.hasInput(key) ? key + 1 : key,
            "is absent, but past key and past value belong together");
    for (const auto input : { key, key + 1 }) {
        if (!expectRank(context, input, { 4 }))
            continue;
        expectDim(context, input, 0, sizes.batch, "the batch size of the query");
        expectDim(context, input, 1, heads, "the number of heads");
        expectDim(context, input, 3, input == key ? sizes.width : sizes.valueWidth,
            "the width of a head");
    }
    expectDim(context, key + 1, 2, context.dim(key, 2), "the length of the past keys");
}

/// Checks a bias of the scores: batch or 1 x heads or 1 x queries x keys.
void checkBias(InferenceContext& context, std::size_t input, const HeadSizes& sizes,
    const Dimension& heads, const Dimension& total)
{
    if (!expectRank(context, input, { 4 }) || !context.hasShape(input))
        return;
    if (context.dim(input, 0).value() != 1)
        expectDim(context, input, 0, sizes.batch, "the batch size or 1");
    if (context.dim(input, 1).value() != 1)
        expectDim(context, input, 1, heads, "the number of heads or 1");
    expectDim(context, input, 2, sizes.queries, "the number of queries");
    expectDim(context, input, 3, total, "the number of keys with the past");
}

void multiHeadAttention(InferenceContext& context)
{
    setFrom(context, 0, context.element(0));
    const auto heads = positiveAttribute(context, "num_heads");
    if (!heads || !expectRank(context, 0, { 3, 5 }) || !context.hasShape(0))
        return;
    const auto sizes
        = context.rank(0) == 5u ? packedSizes(context) : separateSizes(context, *heads);
    if (!sizes)
        return;
    expectRank(context, 3, { 1 });
    checkPast(context, *sizes, *heads, 6);
    const auto total
        = context.hasInput(6) && !sizes->isCached ? context.dim(6, 2) + sizes->keys : sizes->keys;
    checkBias(context, 5, *sizes, *heads, total);
    setLikeFirst(context, Shape { sizes->batch, sizes->queries, *heads * sizes->valueWidth });
    context.setTensor(1, context.element(0), Shape { sizes->batch, *heads, total, sizes->width });
    context.setTensor(
        2, context.element(0), Shape { sizes->batch, *heads, total, sizes->valueWidth });
    context.setTensor(3, context.element(0), Shape { sizes->batch, *heads, sizes->queries, total });
}

/// Key and value are either new steps [batch, 1, hidden], or belong to another sequence and have
/// the heads as axis 1.
void decoderMaskedAttention(InferenceContext& context)
{
    setFrom(context, 0, context.element(0));
    const auto heads = positiveAttribute(context, "num_heads");
    if (!heads || !expectRank(context, 0, { 3 }) || !context.hasShape(0))
        return;
    const auto features = context.rank(2) == 3u ? context.dim(2, 2) : context.dim(2, 3) * *heads;
    setLikeFirst(context,
        Shape { context.dim(0, 0), context.dim(0, 1),
            context.hasShape(2) ? features : context.dim(0, 2) });
    const bool sharesBuffer = context.integer("past_present_share_buffer", 0) != 0;
    for (const std::size_t i : { 1, 2 }) {
        if (!context.hasShape(4 + i) || !expectRank(context, 4 + i, { 4 }))
            continue;
        auto shape = context.shape(4 + i);
        if (!sharesBuffer)
            shape[2] = shape[2] + Dimension::number(1);
        context.setTensor(i, context.element(0), std::move(shape));
    }
}

/// The query may include key and value: batch x sequence x (heads + 2 * key heads) * width.
void groupQueryAttention(InferenceContext& context)
{
    setFrom(context, 0, context.element(0));
    const auto heads = positiveAttribute(context, "num_heads");
    const auto keyHeads = positiveAttribute(context, "kv_num_heads");
    if (!heads || !keyHeads || !expectRank(context, 0, { 3 }))
        return;
    const auto isPacked = !context.hasInput(1);
    const auto width = floorDiv(context.dim(0, 2), isPacked ? *heads + two * *keyHeads : *heads);
    auto total = scalarInput(context, 6);
    if (total.isUnknown())
        total = context.newDimension("total");
    // If the past is as long as the present, both are one buffer that is written in place.
    const auto present
        = context.hasInput(3) && total.isNumber() ? max(context.dim(3, 2), total) : total;
    setLikeFirst(context, Shape { context.dim(0, 0), context.dim(0, 1), *heads * width });
    for (const std::size_t i : { 1, 2 })
        context.setTensor(
            i, context.element(0), Shape { context.dim(0, 0), *keyHeads, present, width });
}

void embedLayerNormalization(InferenceContext& context)
{
    expectRanks(context, { 0, 2, 3, 4 }, { 2 });
    const auto features = context.dim(2, 1);
    const Shape embedded { context.dim(0, 0), context.dim(0, 1), features };
    for (const std::size_t i : { 5, 6 })
        expectLength(context, i, features, "the features of the embedding");
    context.setTensor(0, context.element(2), embedded);
    context.setTensor(1, ElementType::Int32, Shape { context.dim(0, 0) });
    context.setTensor(2, context.element(2), embedded);
}

void skipNorm(InferenceContext& context, std::initializer_list<std::size_t> vectors)
{
    sameAsFirst(context);
    passOn(context, 0, 3);
    if (!expectRank(context, 0, { 2, 3 }) || !context.hasShape(0))
        return;
    auto shape = context.shape(0);
    for (const auto input : vectors)
        expectLength(context, input, shape.back(), "the size of the last axis");
    expectBroadcastTo(context, 1, shape, "the input");
    shape.back() = one;
    for (const std::size_t i : { 1, 2 })
        context.setTensor(i, ElementType::Float, shape);
}

/// Local and global projections have the same sizes. Sequences are padded to complete windows.
void longformerAttention(InferenceContext& context)
{
    sameAsFirst(context);
    const auto heads = positiveAttribute(context, "num_heads");
    const auto window = positiveAttribute(context, "window");
    if (!heads || !window || !expectRank(context, 0, { 3 }) || !context.hasShape(0))
        return;
    const auto features = context.dim(0, 2);
    for (const std::size_t i : { 1, 4 }) {
        expectRank(context, i, { 2 });
        expectDim(context, i, 0, features, "the features of the input");
        expectDim(context, i, 1, features * Dimension::number(3), "query, key and value");
        expectLength(context, i + 1, features * Dimension::number(3), "query, key and value");
    }
    for (const std::size_t i : { 3, 6 }) {
        expectRank(context, i, { 2 });
        expectDim(context, i, 0, context.dim(0, 0), "the batch size");
        expectDim(context, i, 1, context.dim(0, 1), "the length of the sequence");
    }
    expectHeads(context, 0, 2, *heads);
    const auto step = (two * *window).value();
    if (!step) {
        context.error("attribute 'window' is " + window->text() + ", expected less than 2^62");
        return;
    }
    if (const auto length = context.dim(0, 1).value(); length && *length % *step != 0)
        context.inputError(0,
            "has " + std::to_string(*length) + " steps, expected a multiple of twice the window, "
                + std::to_string(*step));
}

/// Projections, then attention in a window on both sides. The extra cost of tokens with global
/// attention is not counted, because these tokens are known only at run time.
Cost windowAttentionCost(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto [batch, steps, features]
        = std::array { context.inputDim(0, 0), context.inputDim(0, 1), context.inputDim(0, 2) };
    const auto keys = std::min(steps, multiplied(2, positiveInteger(context, "window")) + 1);
    auto cost
        = costAttention(context, { batch, heads, steps, keys, features / heads, features / heads });
    cost.multiplyAdds = saturatedSum(cost.multiplyAdds,
        multiplied(multiplied(batch, steps), multiplied(features, multiplied(3, features))));
    return cost;
}

Cost multiHeadAttentionCost(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const bool isPacked = context.inputRank(0) == 5;
    const auto queries = context.inputDim(0, 1);
    const auto features
        = isPacked ? multiplied(heads, context.inputDim(0, 4)) : context.inputDim(0, 2);
    auto keys = queries;
    if (!isPacked && context.hasInput(1))
        keys = context.inputDim(1, context.inputRank(1) == 4 ? 2 : 1);
    if (context.hasInput(6) && (isPacked || context.inputRank(1) != 4))
        keys += context.inputDim(6, 2);
    return costAttention(context,
        { context.inputDim(0, 0), heads, queries, keys, features / heads,
            context.outputDim(0, 2) / heads });
}

/// Attention whose keys (output 1) include the past.
Cost cachedAttentionCost(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto width = context.outputDim(0, 2) / heads;
    const auto keys = context.outputDim(1, 2);
    auto cost = costAttention(
        context, { context.outputDim(0, 0), heads, context.outputDim(0, 1), keys, width, width });
    // A cache that does not grow is a buffer. How much of it is filled depends on values, not on
    // shapes.
    const std::size_t past = context.schema().name == "GroupQueryAttention" ? 3 : 5;
    if (context.hasInput(past) && context.inputDim(past, 2) == keys)
        cost.reason = "the cache is a buffer of " + std::to_string(keys)
            + " positions, and how many of them are filled is known when it runs only";
    return cost;
}

/// Sums, then normalisation of the last axis.
Cost lastAxisNormCost(const CostContext& context)
{
    const auto rank = context.outputRank(0);
    const auto size = rank == 0 ? 1 : std::max<std::uint64_t>(context.outputDim(0, rank - 1), 1);
    return costGroups(context, 9, context.outputElements(0) / size);
}

void skipLayerNormalization(InferenceContext& context) { skipNorm(context, { 2, 3, 4 }); }
void skipSimplifiedLayerNormalization(InferenceContext& context) { skipNorm(context, { 2, 3 }); }

const RegisterOperators contribTransformerOperators {
    op("com.microsoft:Attention",
        "Multi-head attention with the projections of query, key and value inside.")
        .since(1,
            "input: T, weights: T, bias?: T, mask_index?: M, past?: T, attention_bias?: T, "
            "past_sequence_length?: M -> output: T, present?: T",
            "T: float16 float; M: int32")
        .attributes("do_rotary: int = 0, mask_filter_value: float, num_heads: int required, "
                    "past_present_share_buffer: int, qkv_hidden_sizes: ints, rotary_embedding_dim: "
                    "int, scale: float, unidirectional: int = 0")
        .rules(fusedAttention, costProjectedAttention),

    op("com.microsoft:MultiHeadAttention",
        "Multi-head attention on projected query, key and value, with an optional cache.")
        .since(1,
            "query: T, key?: T, value?: T, bias?: T, key_padding_mask?: M, attention_bias?: T, "
            "past_key?: T, past_value?: T, past_sequence_length?: M, cache_indirection?: M -> "
            "output: T, present_key?: T, present_value?: T, qk?: QK",
            "T: float16 float; M: int32; QK: float16 float")
        .attributes("mask_filter_value: float, num_heads: int required, scale: float, "
                    "unidirectional: int = 0")
        .rules(multiHeadAttention, multiHeadAttentionCost),

    op("com.microsoft:DecoderMaskedMultiHeadAttention",
        "Multi-head attention of one new token over a cache.")
        .since(1,
            "query: T, key?: T, value?: T, mask_index?: M, attention_bias?: T, past_key?: T, "
            "past_value?: T, past_sequence_length?: M, beam_width?: M, cache_indirection?: M, "
            "bias?: T -> output: T, present_key?: T, present_value?: T, qk?: QK",
            "T: float16 float; M: int32; QK: float16 float")
        .attributes("mask_filter_value: float, num_heads: int required, output_qk: int = 0, "
                    "past_present_share_buffer: int = 0, scale: float")
        .rules(decoderMaskedAttention, cachedAttentionCost),

    op("com.microsoft:GroupQueryAttention",
        "Causal attention whose query heads share fewer key and value heads, with a cache.")
        .since(1,
            "query: T, key?: T, value?: T, past_key?: T, past_value?: T, seqlens_k: M, "
            "total_sequence_length: M, cos_cache?: T, sin_cache?: T, position_ids?: int64, "
            "attention_bias?: T, head_sink?: T -> output: T, present_key?: T, present_value?: T, "
            "output_qk?: T",
            "T: float16 float bfloat16; M: int32")
        .attributes("do_rotary: int = 0, kv_num_heads: int required, local_window_size: int = -1, "
                    "num_heads: int required, qk_output: int = 0, rotary_interleaved: int = 0, "
                    "scale: float, smooth_softmax: int = -1, softcap: float = 0")
        .rules(groupQueryAttention, cachedAttentionCost),

    op("com.microsoft:LongformerAttention",
        "Attention to the neighbours in a window and to the tokens marked as global.")
        .since(1,
            "input: T, weight: T, bias: T, mask: T, global_weight: T, global_bias: T, global: G -> "
            "output: T",
            "T: float16 float; G: int32")
        .attributes("num_heads: int required, window: int required")
        .rules(longformerAttention, windowAttentionCost),

    op("com.microsoft:RotaryEmbedding",
        "Rotates pairs of features by angles that grow with the position (RoPE).")
        .since(1, "input: T, position_ids: M, cos_cache: T, sin_cache: T -> output: T",
            "T: float16 float bfloat16; M: int64")
        .attributes("interleaved: int = 0, is_packed_batching: int = 0, num_heads: int = 0, "
                    "rotary_embedding_dim: int = 0, scale: float = 1")
        .rules(sameAsFirst, costPerOutput(3)),

    op("com.microsoft:EmbedLayerNormalization",
        "Word, position and segment embeddings added and normalised: the first layer of BERT.")
        .since(1,
            "input_ids: T1, segment_ids?: T1, word_embedding: T, position_embedding: T, "
            "segment_embedding?: T, gamma: T, beta: T, mask?: T1, position_ids?: T1 -> output: T, "
            "mask_index?: T1, embedding_sum?: T",
            "T1: int32; T: float16 float")
        .attributes("epsilon: float = 1e-12, mask_index_type: int = 0")
        .rules(embedLayerNormalization, lastAxisNormCost),

    op("com.microsoft:SkipLayerNormalization",
        "Adds a skip connection, and a bias, then normalises the last axis.")
        .since(1,
            "input: T, skip: T, gamma: T, beta?: T, bias?: T -> output: T, mean?: U, inv_std_var?: "
            "U, input_skip_bias_sum?: T",
            "T: float16 float bfloat16; U: float")
        .attributes("epsilon: float = 1e-12")
        .rules(skipLayerNormalization, lastAxisNormCost),

    op("com.microsoft:SkipSimplifiedLayerNormalization",
        "Adds a skip connection, and a bias, then divides the last axis by its root mean square.")
        .since(1,
            "input: T, skip: T, gamma: T, bias?: T -> output: T, mean?: U, inv_std_var?: U, "
            "input_skip_bias_sum?: T",
            "T: float16 float bfloat16; U: float")
        .attributes("epsilon: float = 1e-12")
        .rules(skipSimplifiedLayerNormalization, lastAxisNormCost),
};

} // namespace

} // namespace model::ops
