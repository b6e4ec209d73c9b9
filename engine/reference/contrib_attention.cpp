#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"
#include "engine/reference/attention_rules.h"

#include <optional>

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
            const auto end = values[b];
            const auto start = std::ssize(values) == 2 * batch ? values[b + batch] : 0;
            return j >= start && j < end;
        }
        if (rank == 2)
            return values[b * width + j] != 0;
        const auto row = rank == 4 ? past + i : i;
        return values[(b * rows + row) * width + j] != 0;
    }
};

Result<KeyMask> readKeyMask(const Tensor& tensor, const AttentionProblem& problem)
{
    const auto& d = tensor.dims();
    TRY(checkKeyMask(d, { problem.batch, problem.queries, problem.keys, problem.past }));
    KeyMask mask { TRY(readIntegers(tensor)), d.size(), problem.batch, 1, d.back() };
    mask.rows = d.size() > 2 ? d[d.size() - 2] : 1;
    return mask;
}

/// Computes attention with the mask in input `maskInput` and the bias of the scores in input 5.
Result<AttentionResult> attendMasked(const OpNode& node, const RunContext& context,
    AttentionProblem& problem, std::size_t maskInput, const ScoreStage* wanted = nullptr)
{
    problem.scale = contribScale(node, problem.headSize);
    const bool isCausal = node.flag("unidirectional");
    const float filter = node.real("mask_filter_value", -10000.0f);
    std::optional<KeyMask> mask;
    if (context.hasInput(maskInput))
        mask = TRY(readKeyMask(context.tensor(maskInput), problem));
    const auto bias = TRY(
        readScoreBias(context, 5, { problem.batch, problem.heads, problem.queries, problem.keys }));
    problem.bias = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        if (isCausal && j > i + problem.past)
            return forbidden;
        const float added = bias.at(b, h, i, j);
        return mask && !mask->keeps(b, i, j, problem.past) ? added + filter : added;
    };
    auto result = attend(problem, wanted);
    problem.bias = nullptr; // it refers to what this function has read
    return result;
}

/// Puts the past of Attention before the keys and values. It is [2, batch, heads, steps, size],
/// keys first.
Result<void> prependPacked(const Tensor& past, AttentionProblem& problem)
{
    const auto& d = past.dims();
    if (d.size() != 5 || d[0] != 2)
        return fail("a past of ", d, " does not fit");
    const auto values = TRY(readFloats(past));
    const auto half = values.begin() + (values.size() / 2);
    const Dims dims(d.begin() + 1, d.end());
    return prependPast(problem, dims, { values.begin(), half }, dims, { half, values.end() });
}

Result<void> runProjectedAttention(const OpNode& node, RunContext& context)
{
    if (node.flag("do_rotary") || node.flag("past_present_share_buffer"))
        return fail("do_rotary and past_present_share_buffer of Attention are not supported");
    const auto& input = context.tensor(0);
    const auto& weights = context.tensor(1);
    const auto heads = node.integer("num_heads", 0);
    if (input.rank() != 3 || weights.rank() != 2 || heads < 1
        || weights.dims()[0] != input.dims()[2])
        return fail("an input of ", input.dims(), " and weights of ", weights.dims(),
            " do not fit ", heads, " heads");
    const auto sizes = TRY(projectionSizes(node, weights.dims(), heads));
    const auto [batch, steps] = std::array { input.dims()[0], input.dims()[1] };
    const auto rows = TRY(readFloats(input));
    const auto matrix = TRY(readFloats(weights));
    const auto bias = TRY(optionalValues<float>(context, 2, weights.dims()[1]));
    AttentionProblem problem { batch, heads, heads, steps, steps, sizes[0] / heads,
        sizes[2] / heads };
    const auto projected = TRY(project(rows, input.dims()[2], matrix, sizes, bias));
    setHeads(problem, projected);
    if (context.hasInput(4))
        TRY(prependPacked(context.tensor(4), problem));
    const auto result = TRY(attendMasked(node, context, problem, 3));
    TRY(writeFloats(context, 0, input.element(), { batch, steps, sizes[2] },
        joinHeads(result.output, batch, steps, heads, problem.valueSize)));
    auto present = std::move(problem.k);
    present.insert(present.end(), problem.v.begin(), problem.v.end());
    return writeFloats(
        context, 1, input.element(), { 2, batch, heads, problem.keys, problem.headSize }, present);
}

/// Reads query, key and value from one input [batch, steps, heads, 3, size].
Result<void> readPackedQuery(const Tensor& query, AttentionProblem& problem, ProjectedRows& rows)
{
    if (query.dims()[2] != problem.heads || query.dims()[3] != 3)
        return fail("a packed query of ", query.dims(), " does not fit ", problem.heads, " heads");
    const auto size = query.dims()[4];
    problem.headSize = problem.valueSize = size;
    problem.keys = problem.queries;
    rows = divideRows(TRY(readFloats(query)), std::array { size, size, size });
    return {};
}

/// Reads key and value from one input [batch, steps, heads, 2, size]. They get no bias.
Result<void> readPackedKey(const Tensor& key, AttentionProblem& problem)
{
    problem.keys = key.dims()[1];
    const auto size = problem.valueSize = problem.headSize;
    const Dims expected { problem.batch, problem.keys, problem.heads, 2, size };
    if (key.dims() != expected)
        return fail("a packed key is ", key.dims(), ", expected ", expected);
    const auto packed = TRY(readFloats(key));
    setHeads(
        problem, { {}, columns(packed, 2 * size, 0, size), columns(packed, 2 * size, size, size) });
    return {};
}

/// Reads key and value from two inputs: rows [batch, steps, features], or with heads already in
/// front (cross attention), which get no bias.
Result<void> readKeyAndValue(
    const Tensor& key, const Tensor& value, AttentionProblem& problem, ProjectedRows& rows)
{
    const auto hidden = problem.heads * problem.headSize;
    if (key.rank() == 4 && value.rank() == 4) {
        problem.keys = key.dims()[2];
        problem.valueSize = value.dims().back();
        const Dims keyDims { problem.batch, problem.heads, problem.keys, problem.headSize };
        const Dims valueDims { problem.batch, problem.heads, problem.keys, problem.valueSize };
        if (key.dims() != keyDims || value.dims() != valueDims)
            return fail("key is ", key.dims(), " and value ", value.dims(), ", expected ", keyDims,
                " and ", valueDims);
        problem.k = TRY(readFloats(key));
        problem.v = TRY(readFloats(value));
        return {};
    }
    if (key.rank() != 3 || value.rank() != 3 || key.dims()[0] != problem.batch
        || key.dims()[2] != hidden || value.dims()[0] != problem.batch
        || value.dims()[1] != key.dims()[1] || value.dims()[2] % problem.heads != 0)
        return fail("key ", key.dims(), " or value ", value.dims(), " does not fit a query of ",
            problem.batch, "×", problem.queries, "×", hidden);
    problem.keys = key.dims()[1];
    problem.valueSize = value.dims()[2] / problem.heads;
    rows.k = TRY(readFloats(key));
    rows.v = TRY(readFloats(value));
    return {};
}

/// Reads query, key and value of MultiHeadAttention from separate inputs.
Result<void> readSeparate(const RunContext& context, AttentionProblem& problem, ProjectedRows& rows)
{
    const auto& query = context.tensor(0);
    if (query.dims()[2] % problem.heads != 0 || !context.hasInput(1))
        return fail("a query of ", query.dims(), " does not fit ", problem.heads,
            " heads, or there is no key");
    problem.headSize = TRY(headShape(query, problem.heads)).size;
    rows.q = TRY(readFloats(query));
    const auto& key = context.tensor(1);
    if (key.rank() == 5)
        return readPackedKey(key, problem);
    if (!context.hasInput(2))
        return fail("MultiHeadAttention has no value");
    return readKeyAndValue(key, context.tensor(2), problem, rows);
}

/// Reads query, key, value and past of MultiHeadAttention.
Result<AttentionProblem> readMultiHead(const OpNode& node, const RunContext& context)
{
    const auto& query = context.tensor(0);
    const auto heads = node.integer("num_heads", 0);
    if (heads < 1 || (query.rank() != 3 && query.rank() != 5))
        return fail("a query of ", query.dims(), " does not fit ", heads, " heads");
    AttentionProblem problem { query.dims()[0], heads, heads, query.dims()[1] };
    ProjectedRows rows;
    if (query.rank() == 5)
        TRY(readPackedQuery(query, problem, rows));
    else
        TRY(readSeparate(context, problem, rows));
    if (context.hasInput(3)) {
        const auto bias = TRY(readFloats(context.tensor(3)));
        TRY(addProjectionBias(rows, bias, heads * problem.headSize, heads * problem.valueSize));
    }
    setHeads(problem, rows);
    TRY(prependPast(problem, context, 6));
    return problem;
}

Result<void> runMultiHeadAttention(const OpNode& node, RunContext& context)
{
    if (context.hasInput(8) || context.hasInput(9))
        return fail(
            "past_sequence_length and cache_indirection of MultiHeadAttention are not supported");
    auto problem = TRY(readMultiHead(node, context));
    constexpr auto stage = ScoreStage::Biased;
    const auto result
        = TRY(attendMasked(node, context, problem, 4, context.hasOutput(3) ? &stage : nullptr));
    return writeAttention(context, problem, result);
}

const RegisterReference contribAttentions[] = {
    { "Attention", runProjectedAttention, onSingleOrHalf, "com.microsoft" },
    { "MultiHeadAttention", runMultiHeadAttention, onSingleOrHalf, "com.microsoft" },
};

} // namespace

} // namespace engine
