#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"
#include "engine/reference/multiply.h"

#include <cmath>
#include <limits>

// Attention and MultiHeadAttention of com.microsoft.

namespace engine {

namespace {

/// Masks of com.microsoft. Rank 1 has lengths [batch], or ends and then starts [2 * batch]. The
/// other ranks have 0 and 1: [batch, keys], [batch, queries, keys] or [batch, 1, keys, keys].
struct KeyMask {
    std::vector<std::int64_t> values;
    std::size_t rank = 0;
    std::int64_t batch = 0;
    std::int64_t rows = 0;
    std::int64_t width = 0;

    bool keeps(std::int64_t b, std::int64_t i, std::int64_t j, std::int64_t past) const
    {
        if (rank == 1) {
            const auto end = values[static_cast<std::size_t>(b)];
            const auto start = static_cast<std::int64_t>(values.size()) == 2 * batch
                ? values[static_cast<std::size_t>(b + batch)]
                : 0;
            return j >= start && j < end;
        }
        if (rank == 2)
            return values[static_cast<std::size_t>(b * width + j)] != 0;
        const auto row = rank == 4 ? past + i : i;
        return values[static_cast<std::size_t>((b * rows + row) * width + j)] != 0;
    }
};

Result<KeyMask> readKeyMask(
    const Tensor& tensor, const AttentionProblem& problem, std::int64_t past)
{
    KeyMask mask { TRY(readIntegers(tensor)), tensor.rank(), problem.batch, 1,
        tensor.rank() > 0 ? tensor.dims().back() : 0 };
    const auto& d = tensor.dims();
    const bool fits = (d.size() == 1 && (d[0] == problem.batch || d[0] == 2 * problem.batch))
        || (d.size() == 2 && d[0] == problem.batch && d[1] >= problem.keys)
        || (d.size() == 3 && d[0] == problem.batch && d[1] >= problem.queries
            && d[2] >= problem.keys)
        || (d.size() == 4 && d[0] == problem.batch && d[1] == 1 && d[2] >= past + problem.queries
            && d[3] >= problem.keys);
    if (!fits)
        return fail("a mask of ", dimsText(d), " does not fit ", problem.batch, " sequences of ",
            problem.keys, " keys");
    mask.rows = d.size() > 2 ? d[d.size() - 2] : 1;
    return mask;
}

/// The bias on the scores, broadcast over batch and heads.
struct ScoreBias {
    std::vector<float> values;
    Dims strides { 0, 0, 0, 0 };

    float at(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const
    {
        return values.empty() ? 0.0f
                              : values[static_cast<std::size_t>(b * strides[0] + h * strides[1]
                                  + i * strides[2] + j * strides[3])];
    }
};

Result<ScoreBias> readScoreBias(
    const RunContext& context, std::size_t input, const AttentionProblem& problem)
{
    ScoreBias bias;
    if (!context.hasInput(input))
        return bias;
    const auto& tensor = context.tensor(input);
    const Dims target { problem.batch, problem.heads, problem.queries, problem.keys };
    if (TRY(broadcastDims(tensor.dims(), target)) != target)
        return fail("an attention bias of ", dimsText(tensor.dims()), " cannot be broadcast to ",
            dimsText(target));
    bias.values = TRY(readFloats(tensor));
    bias.strides = broadcastStrides(tensor.dims(), target);
    return bias;
}

struct Masking {
    std::optional<KeyMask> mask;
    ScoreBias bias;
    bool isCausal = false;
    std::int64_t past = 0;
    float filter = -10000.0f;
};

void setBias(AttentionProblem& problem, const Masking& masking)
{
    problem.bias = [&masking](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        if (masking.isCausal && j > i + masking.past)
            return forbidden;
        const float added = masking.bias.at(b, h, i, j);
        return masking.mask && !masking.mask->keeps(b, i, j, masking.past) ? added + masking.filter
                                                                           : added;
    };
}

/// Fails if the bias is not empty and does not have `expected` elements, one per column of query,
/// key and value.
Result<void> checkBias(const std::vector<float>& bias, std::int64_t expected)
{
    if (bias.empty() || static_cast<std::int64_t>(bias.size()) == expected)
        return {};
    return fail("bias has ", bias.size(), " elements, expected ", expected);
}

/// Puts the past of Attention before the keys and values. It is [2, batch, heads, steps, size],
/// keys first. Returns its steps.
Result<std::int64_t> appendPacked(
    const RunContext& context, std::size_t input, AttentionProblem& problem)
{
    if (!context.hasInput(input))
        return 0;
    const auto& past = context.tensor(input);
    const auto& d = past.dims();
    if (d.size() != 5 || d[0] != 2 || d[1] != problem.batch || d[2] != problem.heads
        || d[4] != problem.headSize || problem.valueSize != problem.headSize)
        return fail("a past of ", dimsText(d), " does not fit");
    const auto values = TRY(readFloats(past));
    const auto half = values.size() / 2;
    const auto blocks = problem.batch * problem.heads;
    problem.k = appendSteps({ values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half) },
        problem.k, blocks, problem.headSize);
    problem.v = appendSteps({ values.begin() + static_cast<std::ptrdiff_t>(half), values.end() },
        problem.v, blocks, problem.headSize);
    return d[3];
}

Result<void> runPackedAttention(const OpNode& node, RunContext& context)
{
    if (node.flag("do_rotary") || node.flag("past_present_share_buffer"))
        return fail("do_rotary and past_present_share_buffer of Attention are not supported");
    const auto& input = context.tensor(0);
    const auto& weights = context.tensor(1);
    const auto heads = node.integer("num_heads", 0);
    if (input.rank() != 3 || weights.rank() != 2 || heads < 1
        || weights.dims()[0] != input.dims()[2])
        return fail("an input of ", dimsText(input.dims()), " and weights of ",
            dimsText(weights.dims()), " do not fit ", heads, " heads");
    const auto total = weights.dims()[1];
    auto sizes = node.integers("qkv_hidden_sizes").value_or(std::vector<std::int64_t> {});
    if (sizes.empty())
        sizes = { total / 3, total / 3, total / 3 };
    if (!divideColumns(sizes, total) || sizes[0] % heads != 0 || sizes[2] % heads != 0)
        return fail("weights of ", dimsText(weights.dims()),
            " cannot be divided into query, key and value of ", heads, " heads");
    const auto [batch, steps] = std::array { input.dims()[0], input.dims()[1] };
    const auto rows = TRY(readFloats(input));
    const auto matrix = TRY(readFloats(weights));
    const auto bias
        = context.hasInput(2) ? TRY(readFloats(context.tensor(2))) : std::vector<float> {};
    TRY(checkBias(bias, total));
    const auto projected = TRY(project(rows, input.dims()[2], matrix, total, bias));
    AttentionProblem problem;
    problem.batch = batch;
    problem.heads = problem.kvHeads = heads;
    problem.queries = steps;
    problem.headSize = sizes[0] / heads;
    problem.valueSize = sizes[2] / heads;
    problem.q
        = splitHeads(columns(projected, total, 0, sizes[0]), batch, steps, heads, problem.headSize);
    problem.k = splitHeads(
        columns(projected, total, sizes[0], sizes[1]), batch, steps, heads, problem.headSize);
    problem.v = splitHeads(columns(projected, total, sizes[0] + sizes[1], sizes[2]), batch, steps,
        heads, problem.valueSize);
    Masking masking;
    masking.past = TRY(appendPacked(context, 4, problem));
    problem.keys = steps + masking.past;
    const float scale = node.real("scale", 0.0f);
    problem.scale = scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(problem.headSize));
    masking.isCausal = node.flag("unidirectional");
    masking.filter = node.real("mask_filter_value", -10000.0f);
    if (context.hasInput(3))
        masking.mask = TRY(readKeyMask(context.tensor(3), problem, masking.past));
    masking.bias = TRY(readScoreBias(context, 5, problem));
    setBias(problem, masking);
    const auto result = TRY(attend(problem));
    TRY(writeFloats(context, 0, input.element(), { batch, steps, sizes[2] },
        joinHeads(result.output, batch, steps, heads, problem.valueSize)));
    auto present = problem.k;
    present.insert(present.end(), problem.v.begin(), problem.v.end());
    return writeFloats(
        context, 1, input.element(), { 2, batch, heads, problem.keys, problem.headSize }, present);
}

void addBiasColumns(std::vector<float>& rows, const std::vector<float>& bias, std::int64_t first,
    std::int64_t width)
{
    for (std::size_t i = 0; i < rows.size() && !bias.empty(); ++i)
        rows[i] += bias[static_cast<std::size_t>(first) + i % static_cast<std::size_t>(width)];
}

/// Returns one of several parts that follow each other in each head: [rows, heads, parts, size].
std::vector<float> packedPart(
    const std::vector<float>& packed, std::int64_t size, std::int64_t parts, std::int64_t part)
{
    return columns(packed, size * parts, part * size, size);
}

/// Reads query, key and value from one input [batch, steps, heads, 3, size].
Result<void> readPackedQuery(
    const Tensor& query, const std::vector<float>& bias, AttentionProblem& problem)
{
    if (query.dims()[2] != problem.heads || query.dims()[3] != 3)
        return fail("a packed query of ", dimsText(query.dims()), " does not fit ", problem.heads,
            " heads");
    const auto size = query.dims()[4];
    TRY(checkBias(bias, 3 * problem.heads * size));
    problem.headSize = problem.valueSize = size;
    problem.keys = problem.queries;
    const auto packed = TRY(readFloats(query));
    std::vector<float>* parts[] { &problem.q, &problem.k, &problem.v };
    for (std::int64_t part = 0; part < 3; ++part) {
        auto rows = packedPart(packed, size, 3, part);
        addBiasColumns(rows, bias, part * problem.heads * size, problem.heads * size);
        *parts[part] = splitHeads(rows, problem.batch, problem.queries, problem.heads, size);
    }
    return {};
}

/// Reads key and value from one input [batch, steps, heads, 2, size].
Result<void> readPackedKey(const Tensor& key, AttentionProblem& problem)
{
    problem.keys = key.dims()[1];
    const Dims expected { problem.batch, problem.keys, problem.heads, 2, problem.headSize };
    if (key.dims() != expected)
        return fail("a packed key is ", dimsText(key.dims()), ", expected ", dimsText(expected));
    const auto packed = TRY(readFloats(key));
    problem.valueSize = problem.headSize;
    const auto part = [&](std::int64_t index) {
        return splitHeads(packedPart(packed, problem.headSize, 2, index), problem.batch,
            problem.keys, problem.heads, problem.headSize);
    };
    problem.k = part(0);
    problem.v = part(1);
    return {};
}

/// Reads key and value from two inputs: rows [batch, steps, features], or with heads already in
/// front (cross attention).
Result<void> readKeyAndValue(const Tensor& key, const Tensor& value, std::int64_t hidden,
    const std::vector<float>& bias, AttentionProblem& problem)
{
    auto k = TRY(readFloats(key));
    auto v = TRY(readFloats(value));
    if (key.rank() == 4 && value.rank() == 4) {
        problem.keys = key.dims()[2];
        problem.valueSize = value.dims().back();
        const Dims keyDims { problem.batch, problem.heads, problem.keys, problem.headSize };
        const Dims valueDims { problem.batch, problem.heads, problem.keys, problem.valueSize };
        if (key.dims() != keyDims || value.dims() != valueDims)
            return fail("key is ", dimsText(key.dims()), " and value ", dimsText(value.dims()),
                ", expected ", dimsText(keyDims), " and ", dimsText(valueDims));
        problem.k = std::move(k);
        problem.v = std::move(v);
        return {};
    }
    if (key.rank() != 3 || value.rank() != 3 || key.dims()[0] != problem.batch
        || key.dims()[2] != hidden || value.dims()[0] != problem.batch
        || value.dims()[1] != key.dims()[1] || value.dims()[2] % problem.heads != 0)
        return fail("key ", dimsText(key.dims()), " or value ", dimsText(value.dims()),
            " does not fit a query of ", problem.batch, "×", problem.queries, "×", hidden);
    problem.keys = key.dims()[1];
    problem.valueSize = value.dims()[2] / problem.heads;
    addBiasColumns(k, bias, hidden, hidden);
    addBiasColumns(v, bias, 2 * hidden, value.dims()[2]);
    problem.k = splitHeads(k, problem.batch, problem.keys, problem.heads, problem.headSize);
    problem.v = splitHeads(v, problem.batch, problem.keys, problem.heads, problem.valueSize);
    return {};
}

/// Returns the features of the values of all heads. Values that are packed with the keys have those
/// of the query.
std::int64_t valueFeatures(const RunContext& context, std::int64_t hidden)
{
    if (!context.hasInput(2))
        return hidden;
    const auto& dims = context.tensor(2).dims();
    return dims.size() == 3 ? dims[2] : dims.size() == 4 ? dims[1] * dims[3] : hidden;
}

/// Reads query, key and value of MultiHeadAttention, packed or separate.
Result<void> readOperands(const OpNode& node, const RunContext& context, AttentionProblem& problem)
{
    const auto& query = context.tensor(0);
    const auto heads = node.integer("num_heads", 0);
    if (heads < 1 || (query.rank() != 3 && query.rank() != 5))
        return fail("a query of ", dimsText(query.dims()), " does not fit ", heads, " heads");
    problem.heads = problem.kvHeads = heads;
    problem.batch = query.dims()[0];
    problem.queries = query.dims()[1];
    const auto bias
        = context.hasInput(3) ? TRY(readFloats(context.tensor(3))) : std::vector<float> {};
    if (query.rank() == 5)
        return readPackedQuery(query, bias, problem);
    const auto hidden = query.dims()[2];
    if (hidden % heads != 0 || !context.hasInput(1))
        return fail("a query of ", dimsText(query.dims()), " does not fit ", heads,
            " heads, or there is no key");
    TRY(checkBias(bias, 2 * hidden + valueFeatures(context, hidden)));
    problem.headSize = hidden / heads;
    const Dims divided { problem.batch, problem.queries, heads, problem.headSize };
    TRY(checkDims(divided).within("heads")); // a query without features does not bound them
    auto q = TRY(readFloats(query));
    addBiasColumns(q, bias, 0, hidden);
    problem.q = splitHeads(q, problem.batch, problem.queries, heads, problem.headSize);
    const auto& key = context.tensor(1);
    if (key.rank() == 5)
        return readPackedKey(key, problem);
    if (!context.hasInput(2))
        return fail("MultiHeadAttention has no value");
    return readKeyAndValue(key, context.tensor(2), hidden, bias, problem);
}

Result<void> runMultiHeadAttention(const OpNode& node, RunContext& context)
{
    if (context.hasInput(8) || context.hasInput(9))
        return fail(
            "past_sequence_length and cache_indirection of MultiHeadAttention are not supported");
    AttentionProblem problem;
    TRY(readOperands(node, context, problem));
    Masking masking;
    if (context.hasInput(6) && context.hasInput(7)) {
        const auto& d = context.tensor(6).dims();
        const auto& values = context.tensor(7).dims();
        if (d.size() != 4 || d[0] != problem.batch || d[1] != problem.heads
            || d[3] != problem.headSize || values != Dims { d[0], d[1], d[2], problem.valueSize })
            return fail("a past key of ", dimsText(d), " or a past value of ", dimsText(values),
                " does not fit");
        const auto blocks = problem.batch * problem.heads;
        const auto pastKey = TRY(readFloats(context.tensor(6)));
        const auto pastValue = TRY(readFloats(context.tensor(7)));
        problem.k = appendSteps(pastKey, problem.k, blocks, problem.headSize);
        problem.v = appendSteps(pastValue, problem.v, blocks, problem.valueSize);
        masking.past = d[2];
        problem.keys += d[2];
    }
    const float scale = node.real("scale", 0.0f);
    problem.scale = scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(problem.headSize));
    masking.isCausal = node.flag("unidirectional");
    masking.filter = node.real("mask_filter_value", -10000.0f);
    if (context.hasInput(4))
        masking.mask = TRY(readKeyMask(context.tensor(4), problem, masking.past));
    masking.bias = TRY(readScoreBias(context, 5, problem));
    setBias(problem, masking);
    constexpr auto stage = ScoreStage::Biased;
    const auto result = TRY(attend(problem, context.hasOutput(3) ? &stage : nullptr));
    const auto element = context.tensor(0).element();
    const auto [b, s, h, t]
        = std::array { problem.batch, problem.queries, problem.heads, problem.keys };
    TRY(writeFloats(context, 0, element, { b, s, h * problem.valueSize },
        joinHeads(result.output, b, s, h, problem.valueSize)));
    TRY(writeFloats(context, 1, element, { b, h, t, problem.headSize }, problem.k));
    TRY(writeFloats(context, 2, element, { b, h, t, problem.valueSize }, problem.v));
    return writeFloats(context, 3, element, { b, h, s, t }, result.scores);
}

using HalfTypes = TypeList<float, Float16, Bfloat16>;

const RegisterReference contribAttentions[] = {
    { "Attention", runPackedAttention, checkFirstInput<HalfTypes>, "com.microsoft" },
    { "MultiHeadAttention", runMultiHeadAttention, checkFirstInput<HalfTypes>, "com.microsoft" },
};

} // namespace

} // namespace engine
