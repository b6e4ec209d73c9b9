#include "engine/program/shapes.h"
#include "engine/reference/attention_rules.h"
#include "engine/reference/rotary.h"

#include <algorithm>

// GroupQueryAttention of com.microsoft.

namespace engine {

namespace {

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
        return fail("a query of ", query.dims(), " does not fit ", core.heads, " heads and ",
            core.kvHeads, " key heads");
    core.batch = query.dims()[0];
    core.queries = core.keys = query.dims()[1];
    core.headSize = core.valueSize = width / parts;
    const auto keyWidth = core.kvHeads * core.headSize;
    ProjectedRows rows { TRY(readFloats(query)), {}, {} };
    if (isPacked) {
        rows = divideRows(rows.q, std::array { core.heads * core.headSize, keyWidth, keyWidth });
    } else {
        const Dims expected { core.batch, core.queries, keyWidth };
        if (!context.hasInput(2) || context.tensor(1).dims() != expected
            || context.tensor(2).dims() != expected)
            return fail("key or value does not have the shape ", expected);
        rows.k = TRY(readFloats(context.tensor(1)));
        rows.v = TRY(readFloats(context.tensor(2)));
    }
    setHeads(core, rows);
    return {};
}

Result<void> readLengths(const RunContext& context, GroupProblem& problem)
{
    const auto lengths = TRY(readIntegers(context.tensor(5)));
    const auto total = TRY(readInteger(context.tensor(6)));
    const auto capacity
        = context.hasInput(3) && context.tensor(3).rank() == 4 ? context.tensor(3).dims()[2] : 0;
    problem.present = std::max(capacity, total);
    if (std::ssize(lengths) != problem.core.batch || total < problem.core.queries)
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
            return fail("a past of ", d, " does not fit");
        past = TRY(readFloats(context.tensor(input)));
    }
    const auto blocks = core.batch * core.kvHeads;
    const auto capacity = past.empty() ? 0 : std::ssize(past) / blocks / size;
    const Dims dims { core.batch, core.kvHeads, problem.present, size };
    std::vector<float> joined(TRY(checkedCount(dims)), 0.0f);
    for (std::int64_t block = 0; block < blocks; ++block) {
        const auto before = problem.pasts[block / core.kvHeads];
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
    const auto cache = TRY(readRotaryCache(
        context, 7, core.headSize, rotatedBy(context.tensor(7)), node.flag("rotary_interleaved")));
    std::vector<std::int64_t> positions;
    if (context.hasInput(9)) {
        positions = TRY(readRotaryPositions(context.tensor(9), core.batch, core.queries));
    } else {
        for (std::int64_t i = 0; i < core.batch * core.queries; ++i)
            positions.push_back(problem.pasts[i / core.queries] + i % core.queries);
    }
    TRY(rotateHeads(
        core.q, { core.batch, core.heads, core.queries, core.headSize }, cache, positions));
    return rotateHeads(
        core.k, { core.batch, core.kvHeads, core.queries, core.headSize }, cache, positions);
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
    core.scale = contribScale(node, core.headSize);
    core.softcap = node.real("softcap", 0.0f);
    problem.window = node.integer("local_window_size", -1);
    if (context.hasInput(11))
        core.sinks = TRY(readFloats(context.tensor(11)));
    else if (node.integer("smooth_softmax", -1) > 0)
        core.sinks.assign(core.heads, 0.0f);
    const auto total = TRY(readInteger(context.tensor(6)));
    const auto added
        = TRY(readScoreBias(context, 10, { core.batch, core.heads, core.queries, total }));
    core.bias = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        const auto position = problem.pasts[b] + i;
        if (j > position || j >= problem.totals[b]
            || (problem.window >= 0 && j <= position - problem.window))
            return forbidden;
        return added.at(b, h, i, j);
    };
    const auto result = TRY(attend(core));
    return writeAttention(context, core, result);
}

Result<void> checkGroups(const KernelRequest& request)
{
    if (request.hasOutput(3))
        return fail("output_qk of GroupQueryAttention is not supported");
    return onSingleOrHalf(request);
}

const RegisterReference groupAttention(
    "GroupQueryAttention", runGroupQueryAttention, checkGroups, "com.microsoft");

} // namespace

} // namespace engine
