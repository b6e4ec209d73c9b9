#include "engine/attention/fused_attention.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"

#include <algorithm>
#include <cmath>
#include <limits>

// FusedAttention of Opscope's passes: the operators that it replaces, one after the other.

namespace engine {

namespace {

/// Calls body(place in the tensor, place in [batch, heads, steps, size]) for each element.
template <typename Body>
void forElements(const FusedOperand& operand, const Body& body)
{
    const auto& shape = operand.shape;
    for (std::int64_t row = 0; row < shape.batch * shape.heads * shape.steps; ++row) {
        const auto at = row / shape.steps / shape.heads * operand.strides.batch
            + row / shape.steps % shape.heads * operand.strides.head
            + row % shape.steps * operand.strides.step;
        for (std::int64_t e = 0; e < shape.size; ++e)
            body(at + e * operand.elementStride, row * shape.size + e);
    }
}

Result<std::vector<float>> readFused(const Tensor& tensor, const FusedOperand& operand)
{
    const auto values = TRY(readFloats(tensor));
    std::vector<float> heads(values.size());
    forElements(operand, [&](std::int64_t from, std::int64_t to) { heads[to] = values[from]; });
    return heads;
}

Result<void> applyMask(
    const OpNode& node, const RunContext& context, const Dims& dims, std::vector<float>& scores)
{
    if (!context.hasInput(3))
        return {};
    const auto& mask = context.tensor(3);
    const bool isBool = mask.element() == ElementType::Bool;
    const bool hidesTrue = node.integer("hides_true", 0) != 0;
    const float hidden = node.real("hidden_score", 0.0F);
    const auto bias = TRY(readScoreBias(context, 3, dims));
    for (std::int64_t at = 0; at < std::ssize(scores); ++at) {
        const auto row = at / dims[3];
        const auto head = row / dims[2];
        const float value = bias.at(head / dims[1], head % dims[1], row % dims[2], at % dims[3]);
        if (!isBool)
            scores[at] += value;
        else if ((value == forbidden) != hidesTrue) // readScoreBias forbids where a bool is false
            scores[at] = hidden;
    }
    return {};
}

/// Softmax, which makes a row of -infinity NaN.
void plainSoftmax(std::vector<float>& scores, std::int64_t width, bool hidesNan)
{
    for (std::int64_t first = 0; width > 0 && first < std::ssize(scores); first += width) {
        const auto row = std::span(scores).subspan(first, width);
        const float largest = *std::ranges::max_element(row);
        float sum = 0;
        for (auto& score : row)
            sum += score = std::exp(score - largest);
        for (auto& score : row)
            score = hidesNan && std::isnan(score / sum) ? 0 : score / sum;
    }
}

/// Rotates vectors of heads [batch, heads, steps, size] by the angles of inputs 6 and 7.
Result<void> rotateFused(const RunContext& context, const HeadShape& shape, std::vector<float>& x)
{
    if (!context.hasInput(6))
        return {};
    const auto cosines = TRY(readFloats(context.tensor(6)));
    const auto sines = TRY(readFloats(context.tensor(7)));
    const auto half = shape.size / 2;
    const auto angles = shape.batch * shape.steps * shape.size;
    if (shape.size % 2 != 0 || std::ssize(cosines) != angles || std::ssize(sines) != angles)
        return fail("angles of ", context.tensor(6).dims(), " do not fit");
    for (std::int64_t row = 0; row < shape.batch * shape.heads * shape.steps; ++row) {
        float* const pair = x.data() + row * shape.size;
        const auto at
            = (row / shape.steps / shape.heads * shape.steps + row % shape.steps) * shape.size;
        for (std::int64_t e = 0; e < half; ++e) {
            const float a = pair[e];
            const float b = pair[half + e];
            pair[e] = a * cosines[at + e] - b * sines[at + e];
            pair[half + e] = b * cosines[at + half + e] + a * sines[at + half + e];
        }
    }
    return {};
}

Result<void> runFusedAttention(const OpNode& node, RunContext& context)
{
    const auto axes = fusedAxes(node);
    const auto q = TRY(fusedOperand(axes, 0, context.tensor(0).dims()));
    const auto k = TRY(fusedOperand(axes, 1, context.tensor(1).dims()));
    const auto v = TRY(fusedOperand(axes, 2, context.tensor(2).dims()));
    AttentionProblem problem { q.shape.batch, q.shape.heads, k.shape.heads, q.shape.steps,
        k.shape.steps, q.shape.size, v.shape.size };
    problem.scale = node.real("scale", 1.0F);
    problem.q = TRY(readFused(context.tensor(0), q));
    problem.k = TRY(readFused(context.tensor(1), k));
    problem.v = TRY(readFused(context.tensor(2), v));
    TRY(rotateFused(context, q.shape, problem.q));
    TRY(rotateFused(context, k.shape, problem.k));
    TRY(prependPast(problem, context, 4));
    const Dims present { problem.batch, problem.kvHeads, problem.keys, problem.headSize };
    TRY(writeFloats(context, 1, context.tensor(1).element(), present, problem.k));
    TRY(writeFloats(context, 2, context.tensor(2).element(),
        { problem.batch, problem.kvHeads, problem.keys, problem.valueSize }, problem.v));
    auto scores = TRY(attentionScores(problem));
    TRY(applyMask(
        node, context, { problem.batch, problem.heads, problem.queries, problem.keys }, scores));
    plainSoftmax(scores, problem.keys, node.integer("hides_nan", 0) != 0);
    const auto heads = weightedValues(problem, scores);
    const auto dims = fusedOutputDims(axes, q.shape, v.shape.size);
    const auto y = TRY(fusedOperand(axes, 3, dims));
    std::vector<float> values(heads.size());
    forElements(y, [&](std::int64_t to, std::int64_t from) { values[to] = heads[from]; });
    return writeFloats(context, 0, context.tensor(0).element(), dims, values);
}

const RegisterReference fusedAttentionKernel(
    std::string(fusedAttention), runFusedAttention, onFloats, std::string(passDomain));

} // namespace

} // namespace engine
