#include "engine/reference/flex_attention.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/reference/attention_core.h"

#include <cmath>

// FlexAttention of ai.onnx.preview. This kernel runs nodes without modifier graphs;
// engine/run/flex_attention.cpp runs those with modifier graphs.

namespace engine {

Result<FlexAttention> flexAttention(const OpNode& node, const Tensor& queries, const Tensor& keys,
    const Tensor& values, const AttentionModifier& scoreModifier,
    const AttentionModifier& probabilityModifier)
{
    const auto& q = queries.dims();
    const auto& k = keys.dims();
    const auto& v = values.dims();
    const bool fits = q.size() == 4 && k.size() == 4 && v.size() == 4 && k[0] == q[0]
        && v[0] == q[0] && k[1] == v[1] && k[1] > 0 && q[1] % k[1] == 0 && k[2] == v[2]
        && k[3] == q[3];
    if (!fits)
        return fail("Q ", q, ", K ", k, " and V ", v, " do not fit");
    AttentionProblem problem { q[0], q[1], k[1], q[2], k[2], q[3], v[3] };
    problem.scale = node.real("scale", 1.0f / std::sqrt(static_cast<float>(q[3])));
    problem.q = TRY(readFloats(queries));
    problem.k = TRY(readFloats(keys));
    problem.v = TRY(readFloats(values));
    const Dims scoreDims { q[0], q[1], q[2], k[2] };
    auto scores = TRY(attentionScores(problem));
    if (scoreModifier)
        TRY(scoreModifier(scores, scoreDims));
    attentionProbabilities(problem, scores);
    if (probabilityModifier)
        TRY(probabilityModifier(scores, scoreDims));
    return FlexAttention { { q[0], q[1], q[2], v[3] }, weightedValues(problem, scores) };
}

namespace {

Result<void> runFlexAttention(const OpNode& node, RunContext& context)
{
    const auto result
        = TRY(flexAttention(node, context.tensor(0), context.tensor(1), context.tensor(2), {}, {}));
    return writeFloats(context, 0, context.tensor(2).element(), result.dims, result.output);
}

const RegisterReference flex("FlexAttention", runFlexAttention, onFloats, "ai.onnx.preview");

} // namespace

} // namespace engine
