#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>

// Attention (23 to 28) and SwiGLU of ai.onnx.

namespace engine {

namespace {

/// Which keys a query may attend to, apart from the mask's values: causal order, a sliding window,
/// and the padding of an external cache.
struct Visibility {
    bool isCausal = false;
    std::int64_t left = -1;
    std::int64_t right = -1;
    std::int64_t maskWidth = 0; ///< keys that the mask covers; the others are forbidden
    std::vector<std::int64_t> offsets; ///< keys before the first query, per batch entry
    std::vector<std::int64_t> lengths; ///< keys in use per batch entry; empty = all

    bool sees(std::int64_t b, std::int64_t i, std::int64_t j) const
    {
        const auto position = i + offsets[b];
        if (j >= maskWidth || (isCausal && j > position))
            return false;
        if ((left >= 0 && j < position - left) || (right >= 0 && j > position + right))
            return false;
        return lengths.empty() || j < lengths[b];
    }
};

Result<AttentionProblem> readOperands(const OpNode& node, const RunContext& context)
{
    const auto q = TRY(headShape(context.tensor(0), node.integer("q_num_heads")));
    const auto k = TRY(headShape(context.tensor(1), node.integer("kv_num_heads")));
    const auto v = TRY(headShape(context.tensor(2), node.integer("kv_num_heads")));
    if (q.batch != k.batch || k.batch != v.batch || q.size != k.size || k.steps != v.steps
        || k.heads != v.heads || k.heads < 1 || q.heads % k.heads != 0)
        return fail("Q ", context.tensor(0).dims(), ", K ", context.tensor(1).dims(), " and V ",
            context.tensor(2).dims(), " do not fit");
    AttentionProblem problem { q.batch, q.heads, k.heads, q.steps, k.steps, q.size, v.size };
    problem.q = TRY(readHeads(context.tensor(0), q));
    problem.k = TRY(readHeads(context.tensor(1), k));
    problem.v = TRY(readHeads(context.tensor(2), v));
    TRY(prependPast(problem, context, 4));
    problem.scale = node.real("scale", 1.0f / std::sqrt(static_cast<float>(q.size)));
    problem.softcap = node.real("softcap", 0.0f);
    return problem;
}

Result<Visibility> readVisibility(
    const OpNode& node, const RunContext& context, const AttentionProblem& problem)
{
    Visibility visibility;
    visibility.isCausal = node.flag("is_causal");
    // No key is further away than `widest`, so a wider window is the same.
    const auto widest = problem.keys + problem.queries;
    visibility.left = std::min(node.integer("left_window_size", -1), widest);
    visibility.right = std::min(node.integer("right_window_size", -1), widest);
    visibility.maskWidth = problem.keys;
    visibility.offsets.assign(problem.batch, problem.past);
    if (!context.hasInput(6))
        return visibility;
    visibility.lengths = TRY(readIntegers(context.tensor(6)));
    if (std::ssize(visibility.lengths) != problem.batch)
        return fail("nonpad_kv_seqlen has ", visibility.lengths.size(), " entries, expected ",
            problem.batch);
    for (std::size_t b = 0; b < visibility.lengths.size(); ++b) {
        const auto length = visibility.lengths[b];
        if (length < 0 || length > problem.keys)
            return fail("nonpad_kv_seqlen has an entry of ", length, ", expected 0 to ",
                problem.keys, " keys");
        visibility.offsets[b] = length - problem.queries;
    }
    return visibility;
}

/// The mask input: bool (true = may attend) or numbers to add, broadcast to [batch, heads, queries,
/// keys]. From version 24 on it may cover fewer keys than there are; the others are forbidden.
Result<ScoreBias> readMask(const OpNode& node, const RunContext& context,
    const AttentionProblem& problem, Visibility& visibility)
{
    if (!context.hasInput(3))
        return ScoreBias {};
    const auto& dims = context.tensor(3).dims();
    if (dims.empty() || dims.size() > 4)
        return fail("a mask of ", dims, " does not fit");
    if (node.version >= 24)
        visibility.maskWidth = dims.back();
    if (visibility.maskWidth > problem.keys)
        return fail("a mask of ", dims, " does not fit ", problem.keys, " keys");
    return readScoreBias(
        context, 3, { problem.batch, problem.heads, problem.queries, visibility.maskWidth });
}

Result<void> runAttention(const OpNode& node, RunContext& context)
{
    auto problem = TRY(readOperands(node, context));
    auto visibility = TRY(readVisibility(node, context, problem));
    const auto mask = TRY(readMask(node, context, problem, visibility));
    problem.bias = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        return visibility.sees(b, i, j) ? mask.at(b, h, i, j) : forbidden;
    };
    constexpr std::array stages { ScoreStage::Raw, ScoreStage::Capped, ScoreStage::Biased,
        ScoreStage::Probability };
    const auto mode = node.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        return fail("qk_matmul_output_mode is ", mode);
    const auto result = TRY(attend(problem, context.hasOutput(3) ? &stages[mode] : nullptr));
    return writeAttention(context, problem, result);
}

/// a * sigmoid(alpha * a) * b
Result<void> runSwiGlu(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    if (a.type != b.type)
        return fail("operands are ", a.dims(), " and ", b.dims(), ", expected equal shapes");
    auto x = TRY(readFloats(a));
    const auto gate = TRY(readFloats(b));
    const float alpha = node.real("alpha", 1.0f);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = x[i] / (1.0f + std::exp(-alpha * x[i])) * gate[i];
    return writeFloats(context, 0, a.element(), a.dims(), x);
}

const RegisterReference attentions[] = {
    { "Attention", runAttention, onFloats },
    { "SwiGLU", runSwiGlu, onFloats },
};

} // namespace

} // namespace engine
