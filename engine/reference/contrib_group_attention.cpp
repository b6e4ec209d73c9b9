#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"

#include <cmath>
#include <limits>

// GroupQueryAttention and RotaryEmbedding of com.microsoft.

namespace engine {

namespace {

/// Angles by position: [positions, half].
struct RotaryCache {
    std::vector<float> cosines, sines;
    std::int64_t positions = 0;
    std::int64_t half = 0;
    bool isInterleaved = false;

    /// Rotates the first 2 * half elements of one head's vector in place.
    void rotate(std::int64_t position, float* x) const
    {
        for (std::int64_t k = 0; k < half; ++k) {
            const auto at = static_cast<std::size_t>(position * half + k);
            float& first = x[isInterleaved ? 2 * k : k];
            float& second = x[isInterleaved ? 2 * k + 1 : k + half];
            const float turned = cosines[at] * first - sines[at] * second;
            second = sines[at] * first + cosines[at] * second;
            first = turned;
        }
    }
};

Result<RotaryCache> rotaryCache(
    const Tensor& cosines, const Tensor& sines, std::int64_t headSize, bool isInterleaved)
{
    if (cosines.rank() != 2 || cosines.dims() != sines.dims() || cosines.dims()[1] * 2 > headSize)
        return fail("caches of ", dimsText(cosines.dims()), " and ", dimsText(sines.dims()),
            " do not fit heads of ", headSize);
    auto cosineRows = TRY(readFloats(cosines));
    auto sineRows = TRY(readFloats(sines));
    return RotaryCache { std::move(cosineRows), std::move(sineRows), cosines.dims()[0],
        cosines.dims()[1], isInterleaved };
}

/// Rotates heads [batch, heads, steps, size] in place by the positions [batch, steps].
Result<void> rotateHeads(std::vector<float>& values, const RotaryCache& cache,
    const std::vector<std::int64_t>& positions, const Dims& dims)
{
    for (std::int64_t row = 0; row < dims[0] * dims[1] * dims[2]; ++row) {
        const auto position = positions[static_cast<std::size_t>(
            row / dims[2] / dims[1] * dims[2] + row % dims[2])];
        if (position < 0 || position >= cache.positions)
            return fail("position ", position, " is outside a cache of ", cache.positions);
        cache.rotate(position, values.data() + row * dims[3]);
    }
    return {};
}

/// Reads positions: one offset for all sequences, or a position per step.
Result<std::vector<std::int64_t>> rotaryPositions(
    const Tensor& tensor, std::int64_t batch, std::int64_t steps)
{
    const auto given = TRY(readIntegers(tensor));
    if (given.size() != 1 && static_cast<std::int64_t>(given.size()) != batch * steps)
        return fail("position_ids has ", given.size(), " entries, expected 1 or ", batch * steps);
    if (static_cast<std::int64_t>(given.size()) == batch * steps && tensor.rank() == 2)
        return given;
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < batch * steps; ++i) {
        auto& position = positions.emplace_back();
        if (__builtin_add_overflow(given[0], i % steps, &position))
            return fail("position_ids begins at ", given[0], ", which is too large");
    }
    return positions;
}

/// The input is [batch, steps, hidden] or [batch, heads, steps, size].
Result<void> runRotaryEmbedding(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& d = input.dims();
    const auto width = context.tensor(2).rank() == 2 ? context.tensor(2).dims()[1] * 2 : 0;
    const auto rotated = node.integer("rotary_embedding_dim", 0);
    const auto named = node.integer("num_heads", 0);
    if ((d.size() != 3 && d.size() != 4) || width < 2
        || (rotated > 0 && d.size() == 3 && named < 1))
        return fail("an input of ", dimsText(d), " does not fit a cache of ",
            dimsText(context.tensor(2).dims()), " and ", named, " heads");
    const bool isFolded = d.size() == 3;
    const auto heads = !isFolded ? d[1] : rotated > 0 ? named : d[2] / width;
    if (heads < 1 || (isFolded && d[2] % heads != 0))
        return fail("an input of ", dimsText(d), " cannot be divided into ", heads, " heads");
    const Dims shape { d[0], heads, isFolded ? d[1] : d[2], isFolded ? d[2] / heads : d[3] };
    TRY(checkDims(shape).within("heads")); // an input without features does not bound them
    const auto cache = TRY(
        rotaryCache(context.tensor(2), context.tensor(3), shape[3], node.flag("interleaved")));
    const auto positions = TRY(rotaryPositions(context.tensor(1), shape[0], shape[2]));
    auto values = TRY(readFloats(input));
    if (isFolded)
        values = splitHeads(values, shape[0], shape[2], heads, shape[3]);
    TRY(rotateHeads(values, cache, positions, shape));
    return writeFloats(context, 0, input.element(), d,
        isFolded ? joinHeads(values, shape[0], shape[2], heads, shape[3]) : values);
}

/// Data of one run of GroupQueryAttention.
struct GroupProblem {
    AttentionProblem core;
    std::vector<std::int64_t> pasts; ///< keys before the first query, per batch entry
    std::vector<std::int64_t> totals; ///< keys in use, per batch entry
    std::int64_t present = 0; ///< length of the present buffers
    std::int64_t window = -1; ///< keys that a query attends to, up to its own; -1 = all
};

/// Reads query, key and value with heads in front. If there is no key, all are packed in the query.
Result<void> readGroups(const OpNode& node, const RunContext& context, AttentionProblem& core)
{
    const auto& query = context.tensor(0);
    core.heads = node.integer("num_heads", 0);
    core.kvHeads = node.integer("kv_num_heads", 0);
    const bool isPacked = !context.hasInput(1);
    const auto width = query.rank() == 3 ? query.dims()[2] : 0;
    // Each head has at least one feature. The check also bounds numbers from a file.
    const bool areCounts
        = core.heads >= 1 && core.heads <= width && core.kvHeads >= 1 && core.kvHeads <= core.heads;
    const auto parts = !areCounts ? 1 : isPacked ? core.heads + 2 * core.kvHeads : core.heads;
    if (!areCounts || core.heads % core.kvHeads != 0 || width % parts != 0)
        return fail("a query of ", dimsText(query.dims()), " does not fit ", core.heads,
            " heads and ", core.kvHeads, " key heads");
    core.batch = query.dims()[0];
    core.queries = query.dims()[1];
    core.headSize = core.valueSize = query.dims()[2] / parts;
    const auto [b, s, size] = std::array { core.batch, core.queries, core.headSize };
    const auto rows = splitHeads(TRY(readFloats(query)), b, s, parts, size);
    if (!isPacked) {
        const Dims expected { b, s, core.kvHeads * size };
        if (!context.hasInput(2) || context.tensor(1).dims() != expected
            || context.tensor(2).dims() != expected)
            return fail("key or value does not have the shape ", dimsText(expected));
        core.q = rows;
        core.k = splitHeads(TRY(readFloats(context.tensor(1))), b, s, core.kvHeads, size);
        core.v = splitHeads(TRY(readFloats(context.tensor(2))), b, s, core.kvHeads, size);
        return {};
    }
    const auto block = s * size;
    const auto take = [&](std::vector<float>& target, std::int64_t first, std::int64_t heads) {
        for (std::int64_t entry = 0; entry < b; ++entry) {
            const auto begin = rows.begin() + (entry * parts + first) * block;
            target.insert(target.end(), begin, begin + heads * block);
        }
    };
    take(core.q, 0, core.heads);
    take(core.k, core.heads, core.kvHeads);
    take(core.v, core.heads + core.kvHeads, core.kvHeads);
    return {};
}

Result<void> readLengths(const RunContext& context, GroupProblem& problem)
{
    const auto lengths = TRY(readIntegers(context.tensor(5)));
    const auto total = TRY(readInteger(context.tensor(6)));
    const auto capacity
        = context.hasInput(3) && context.tensor(3).rank() == 4 ? context.tensor(3).dims()[2] : 0;
    problem.present = std::max(capacity, total);
    if (static_cast<std::int64_t>(lengths.size()) != problem.core.batch
        || total < problem.core.queries)
        return fail("seqlens_k has ", lengths.size(), " entries for ", problem.core.batch,
            " sequences, total_sequence_length is ", total);
    for (const auto length : lengths) {
        if (length >= total && total != problem.core.queries)
            return fail("seqlens_k has an entry of ", length,
                ", expected less than total_sequence_length, which is ", total);
        // A first prompt may be padded at its end; its queries count from 0 in any case.
        const auto past = total == problem.core.queries ? 0 : length + 1 - problem.core.queries;
        if (past < 0 || past > capacity || past + problem.core.queries > problem.present)
            return fail("seqlens_k has an entry of ", length, " for ", problem.core.queries,
                " new keys after a past of ", capacity);
        problem.pasts.push_back(past);
        problem.totals.push_back(length + 1);
    }
    return {};
}

/// Returns past and new steps in one buffer of the present's length: [batch, heads, present, size].
Result<std::vector<float>> joinedSteps(const RunContext& context, std::size_t input,
    const std::vector<float>& now, const GroupProblem& problem)
{
    const auto& core = problem.core;
    const auto size = core.headSize;
    std::vector<float> past;
    if (context.hasInput(input)) {
        const auto& d = context.tensor(input).dims();
        if (d.size() != 4 || d[0] != core.batch || d[1] != core.kvHeads || d[3] != size)
            return fail("a past of ", dimsText(d), " does not fit");
        past = TRY(readFloats(context.tensor(input)));
    }
    const auto blocks = core.batch * core.kvHeads;
    const auto capacity = past.empty() ? 0 : static_cast<std::int64_t>(past.size()) / blocks / size;
    const Dims dims { core.batch, core.kvHeads, problem.present, size };
    std::vector<float> joined(static_cast<std::size_t>(TRY(checkedCount(dims))), 0.0f);
    for (std::int64_t block = 0; block < blocks; ++block) {
        const auto before = problem.pasts[static_cast<std::size_t>(block / core.kvHeads)];
        if (before > capacity)
            return fail("a past of ", capacity, " steps, ", before, " are said to be in use");
        const auto target = joined.begin() + block * problem.present * size;
        std::copy_n(past.begin() + block * capacity * size, before * size, target);
        std::copy_n(
            now.begin() + block * core.queries * size, core.queries * size, target + before * size);
    }
    return joined;
}

Result<void> rotateGroups(const OpNode& node, const RunContext& context, GroupProblem& problem)
{
    auto& core = problem.core;
    if (!node.flag("do_rotary"))
        return {};
    if (!context.hasInput(7) || !context.hasInput(8))
        return fail("do_rotary is set, cos_cache and sin_cache are missing");
    const auto cache = TRY(rotaryCache(
        context.tensor(7), context.tensor(8), core.headSize, node.flag("rotary_interleaved")));
    std::vector<std::int64_t> positions;
    if (context.hasInput(9)) {
        positions = TRY(rotaryPositions(context.tensor(9), core.batch, core.queries));
    } else {
        for (std::int64_t i = 0; i < core.batch * core.queries; ++i)
            positions.push_back(
                problem.pasts[static_cast<std::size_t>(i / core.queries)] + i % core.queries);
    }
    TRY(rotateHeads(
        core.q, cache, positions, { core.batch, core.heads, core.queries, core.headSize }));
    return rotateHeads(
        core.k, cache, positions, { core.batch, core.kvHeads, core.queries, core.headSize });
}

Result<void> runGroupQueryAttention(const OpNode& node, RunContext& context)
{
    GroupProblem problem;
    auto& core = problem.core;
    TRY(readGroups(node, context, core));
    TRY(readLengths(context, problem));
    TRY(rotateGroups(node, context, problem));
    core.k = TRY(joinedSteps(context, 3, core.k, problem));
    core.v = TRY(joinedSteps(context, 4, core.v, problem));
    core.keys = problem.present;
    const float scale = node.real("scale", 0.0f);
    core.scale = scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(core.headSize));
    core.softcap = node.real("softcap", 0.0f);
    problem.window = node.integer("local_window_size", -1);
    if (context.hasInput(11))
        core.sinks = TRY(readFloats(context.tensor(11)));
    else if (node.integer("smooth_softmax", -1) > 0)
        core.sinks.assign(static_cast<std::size_t>(core.heads), 0.0f);
    if (!core.sinks.empty() && static_cast<std::int64_t>(core.sinks.size()) != core.heads)
        return fail("head_sink has ", core.sinks.size(), " entries, expected ", core.heads);
    std::vector<float> added;
    Dims strides;
    if (context.hasInput(10)) {
        const auto total = TRY(readInteger(context.tensor(6)));
        const Dims target { core.batch, core.heads, core.queries, total };
        if (TRY(broadcastDims(context.tensor(10).dims(), target)) != target)
            return fail("an attention bias of ", dimsText(context.tensor(10).dims()),
                " cannot be broadcast to ", dimsText(target));
        added = TRY(readFloats(context.tensor(10)));
        strides = broadcastStrides(context.tensor(10).dims(), target);
    }
    core.bias = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        const auto position = problem.pasts[static_cast<std::size_t>(b)] + i;
        if (j > position || j >= problem.totals[static_cast<std::size_t>(b)]
            || (problem.window >= 0 && j <= position - problem.window))
            return forbidden;
        return added.empty() ? 0.0f
                             : added[static_cast<std::size_t>(b * strides[0] + h * strides[1]
                                 + i * strides[2] + j * strides[3])];
    };
    const auto result = TRY(attend(core));
    const auto element = context.tensor(0).element();
    const auto [b, s, h, size] = std::array { core.batch, core.queries, core.heads, core.headSize };
    TRY(writeFloats(
        context, 0, element, { b, s, h * size }, joinHeads(result.output, b, s, h, size)));
    TRY(writeFloats(context, 1, element, { b, core.kvHeads, problem.present, size }, core.k));
    return writeFloats(context, 2, element, { b, core.kvHeads, problem.present, size }, core.v);
}

Result<void> checkGroups(const KernelRequest& request)
{
    if (request.hasOutput(3))
        return fail("output_qk of GroupQueryAttention is not supported");
    return checkFirstInput<TypeList<float, Float16, Bfloat16>>(request);
}

const RegisterReference groupAttentions[] = {
    { "GroupQueryAttention", runGroupQueryAttention, checkGroups, "com.microsoft" },
    { "RotaryEmbedding", runRotaryEmbedding, checkFirstInput<TypeList<float, Float16, Bfloat16>>,
        "com.microsoft" },
};

} // namespace

} // namespace engine
