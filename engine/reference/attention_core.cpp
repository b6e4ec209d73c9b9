#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"
#include "engine/reference/multiply.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// Fails unless `values` are the elements of a tensor of `dims` that may exist.
Result<void> checkOperand(const char* name, const std::vector<float>& values, const Dims& dims)
{
    TRY(checkDims(dims).within(name));
    if (std::ssize(values) != TRY(checkedCount(dims)))
        return fail(name, " has ", values.size(), " values, expected ", dims);
    return {};
}

/// Fails unless the sizes fit each other and the operands. The functions below trust them.
Result<void> checkProblem(const AttentionProblem& problem)
{
    const auto [batch, heads, kvHeads]
        = std::array { problem.batch, problem.heads, problem.kvHeads };
    const auto [queries, keys] = std::array { problem.queries, problem.keys };
    if (kvHeads < 1 || heads % kvHeads != 0)
        return fail(heads, " heads cannot share ", kvHeads, " key heads");
    TRY(checkOperand("query", problem.q, { batch, heads, queries, problem.headSize }));
    TRY(checkOperand("key", problem.k, { batch, kvHeads, keys, problem.headSize }));
    TRY(checkOperand("value", problem.v, { batch, kvHeads, keys, problem.valueSize }));
    const Dims output { batch, heads, queries, problem.valueSize };
    TRY(checkDims(output).within("output"));
    TRY(checkedCount(output));
    TRY(checkedCount(Dims { batch, heads, queries, keys }));
    // Queries and keys without features do not bound the number of scores.
    if (problem.headSize == 0)
        TRY(checkDims(Dims { batch, heads, queries, keys, 0 }).within("scores"));
    if (!problem.sinks.empty() && std::ssize(problem.sinks) != heads)
        return fail("there are ", problem.sinks.size(), " sinks for ", heads, " heads");
    return {};
}

/// Converts the scores of one head to probabilities, in place.
void softmaxRows(float* scores, std::int64_t rows, std::int64_t width,
    const std::vector<bool>& isForbidden, float sink = forbidden)
{
    if (width == 0)
        return;
    for (std::int64_t i = 0; i < rows; ++i) {
        float* row = scores + i * width;
        if (isForbidden[i]) {
            std::fill_n(row, width, 0.0f);
            continue;
        }
        const float shift = std::max(*std::max_element(row, row + width), sink);
        float sum = std::exp(sink - shift);
        for (std::int64_t j = 0; j < width; ++j)
            sum += row[j] = std::exp(row[j] - shift);
        for (std::int64_t j = 0; j < width; ++j)
            row[j] /= sum;
    }
}

/// Adds the bias. Returns for each row whether the bias forbids every key.
std::vector<bool> addBias(
    const AttentionProblem& problem, std::int64_t batch, std::int64_t head, float* scores)
{
    std::vector<bool> isForbidden(problem.queries, false);
    if (!problem.bias)
        return isForbidden;
    for (std::int64_t i = 0; i < problem.queries; ++i) {
        bool isAll = true;
        for (std::int64_t j = 0; j < problem.keys; ++j) {
            const float bias = problem.bias(batch, head, i, j);
            isAll = isAll && bias == forbidden;
            scores[i * problem.keys + j] += bias;
        }
        isForbidden[i] = isAll;
    }
    return isForbidden;
}

/// Returns for each row whether all its scores are -infinity. Masks may be part of the scores.
std::vector<bool> forbiddenRows(const std::vector<float>& scores, std::int64_t width)
{
    std::vector<bool> isForbidden;
    for (std::size_t first = 0; width > 0 && first < scores.size();
         first += static_cast<std::size_t>(width))
        isForbidden.push_back(std::all_of(scores.begin() + first, scores.begin() + first + width,
            [](float score) { return score == forbidden; }));
    return isForbidden;
}

/// Returns the block of keys and values that a query head uses; several heads may share one.
std::int64_t sharedBlock(const AttentionProblem& problem, std::int64_t block)
{
    return block / problem.heads * problem.kvHeads
        + block % problem.heads / (problem.heads / problem.kvHeads);
}

/// Writes scale * Q Kᵀ of one head to `scores`, which must hold zeros.
void scoreBlock(const AttentionProblem& problem, std::int64_t block, float* scores)
{
    const auto [s, t, d] = std::array { problem.queries, problem.keys, problem.headSize };
    multiplyAdd<float>({ problem.q.data() + block * s * d, d, 1 },
        { problem.k.data() + sharedBlock(problem, block) * t * d, 1, d }, scores, t, s, d, t);
    for (std::int64_t i = 0; i < s * t; ++i)
        scores[i] *= problem.scale;
}

/// Writes P V of one head to `output`, which must hold zeros.
void weighBlock(
    const AttentionProblem& problem, std::int64_t block, const float* probabilities, float* output)
{
    const auto [s, t, w] = std::array { problem.queries, problem.keys, problem.valueSize };
    multiplyAdd<float>({ probabilities, t, 1 },
        { problem.v.data() + sharedBlock(problem, block) * t * w, w, 1 }, output, w, s, t, w);
}

/// Returns the steps of `past` [blocks, pastSteps, size] followed by those of `now` [blocks, steps,
/// size].
std::vector<float> appendSteps(const std::vector<float>& past, const std::vector<float>& now,
    std::int64_t blocks, std::int64_t size)
{
    if (past.empty() || blocks == 0 || size == 0)
        return now;
    const auto before = std::ssize(past) / blocks;
    const auto after = std::ssize(now) / blocks;
    std::vector<float> joined;
    joined.reserve(past.size() + now.size());
    for (std::int64_t block = 0; block < blocks; ++block) {
        joined.insert(
            joined.end(), past.begin() + block * before, past.begin() + (block + 1) * before);
        joined.insert(joined.end(), now.begin() + block * after, now.begin() + (block + 1) * after);
    }
    return joined;
}

/// Adds `row` to each of the rows. Does nothing if it is empty.
void addToRows(std::vector<float>& rows, std::span<const float> row)
{
    for (std::size_t i = 0; i < rows.size() && !row.empty(); ++i)
        rows[i] += row[i % row.size()];
}

} // namespace

Result<std::vector<float>> attentionScores(const AttentionProblem& problem)
{
    TRY(checkProblem(problem));
    const auto size = problem.queries * problem.keys;
    std::vector<float> scores(problem.batch * problem.heads * size, 0.0f);
    if (scores.empty())
        return scores;
    for (std::int64_t block = 0; block < problem.batch * problem.heads; ++block)
        scoreBlock(problem, block, scores.data() + block * size);
    return scores;
}

void attentionProbabilities(const AttentionProblem& problem, std::vector<float>& scores)
{
    softmaxRows(scores.data(), problem.batch * problem.heads * problem.queries, problem.keys,
        forbiddenRows(scores, problem.keys));
}

std::vector<float> weightedValues(
    const AttentionProblem& problem, const std::vector<float>& probabilities)
{
    const auto size = problem.queries * problem.valueSize;
    std::vector<float> output(problem.batch * problem.heads * size, 0.0f);
    if (output.empty())
        return output;
    for (std::int64_t block = 0; block < problem.batch * problem.heads; ++block)
        weighBlock(problem, block, probabilities.data() + block * problem.queries * problem.keys,
            output.data() + block * size);
    return output;
}

Result<AttentionResult> attend(const AttentionProblem& problem, const ScoreStage* wanted)
{
    TRY(checkProblem(problem));
    AttentionResult result;
    const auto [s, t, w] = std::array { problem.queries, problem.keys, problem.valueSize };
    result.output.assign(problem.batch * problem.heads * s * w, 0.0f);
    if (wanted != nullptr)
        result.scores.assign(problem.batch * problem.heads * s * t, 0.0f);
    if (result.output.empty() && result.scores.empty())
        return result;
    std::vector<float> scores(s * t);
    for (std::int64_t block = 0; block < problem.batch * problem.heads; ++block) {
        const auto batch = block / problem.heads;
        const auto head = block % problem.heads;
        std::ranges::fill(scores, 0.0f);
        scoreBlock(problem, block, scores.data());
        auto keep = [&](ScoreStage stage) {
            if (wanted != nullptr && *wanted == stage)
                std::ranges::copy(scores, result.scores.begin() + block * s * t);
        };
        keep(ScoreStage::Raw);
        if (problem.softcap > 0) {
            for (auto& score : scores)
                score = std::tanh(score / problem.softcap) * problem.softcap;
        }
        keep(ScoreStage::Capped);
        const auto isForbidden = addBias(problem, batch, head, scores.data());
        keep(ScoreStage::Biased);
        softmaxRows(scores.data(), s, t, isForbidden,
            problem.sinks.empty() ? forbidden : problem.sinks[head]);
        keep(ScoreStage::Probability);
        weighBlock(problem, block, scores.data(), result.output.data() + block * s * w);
    }
    return result;
}

std::vector<float> splitHeads(const std::vector<float>& values, std::int64_t batch,
    std::int64_t steps, std::int64_t heads, std::int64_t size)
{
    std::vector<float> split(values.size());
    if (values.empty())
        return split; // heads may be any number then
    for (std::int64_t row = 0; row < batch * steps * heads; ++row) {
        const auto head = row % heads;
        const auto step = row / heads % steps;
        const auto b = row / heads / steps;
        std::copy_n(values.begin() + row * size, size,
            split.begin() + ((b * heads + head) * steps + step) * size);
    }
    return split;
}

std::vector<float> joinHeads(const std::vector<float>& values, std::int64_t batch,
    std::int64_t steps, std::int64_t heads, std::int64_t size)
{
    return splitHeads(values, batch, heads, steps, size);
}

Result<HeadShape> headShape(const Tensor& tensor, std::optional<std::int64_t> heads)
{
    const auto& d = tensor.dims();
    if (d.size() == 4)
        return HeadShape { d[0], d[1], d[2], d[3], true };
    if (d.size() != 3 || !heads || *heads < 1 || d[2] % *heads != 0)
        return fail("an input of ", d, " cannot be divided into ", heads.value_or(0), " heads");
    const HeadShape shape { d[0], *heads, d[1], d[2] / *heads, false };
    // An input without features does not bound the heads.
    TRY(checkDims(Dims { shape.batch, shape.heads, shape.steps, shape.size }).within("heads"));
    return shape;
}

Result<std::vector<float>> readHeads(const Tensor& tensor, const HeadShape& shape)
{
    auto values = TRY(readFloats(tensor));
    if (shape.isHeadFirst)
        return values;
    return splitHeads(values, shape.batch, shape.steps, shape.heads, shape.size);
}

Result<ProjectedRows> project(const std::vector<float>& rows, std::int64_t from,
    const std::vector<float>& weights, std::span<const std::int64_t> sizes,
    const std::vector<float>& bias)
{
    if (from < 1)
        return fail("the input has ", from, " features, expected 1 or more");
    const auto width = sizes[0] + sizes[1] + sizes[2];
    const auto count = std::ssize(rows) / from;
    std::vector<float> product(count * width, 0.0f);
    multiplyAdd<float>({ rows.data(), from, 1 }, { weights.data(), width, 1 }, product.data(),
        width, count, from, width);
    addToRows(product, bias);
    return divideRows(product, sizes);
}

std::vector<float> columns(
    const std::vector<float>& rows, std::int64_t total, std::int64_t first, std::int64_t width)
{
    std::vector<float> result;
    for (std::size_t row = 0; row < rows.size(); row += static_cast<std::size_t>(total)) {
        const auto begin = rows.begin() + row + first;
        result.insert(result.end(), begin, begin + width);
    }
    return result;
}

ProjectedRows divideRows(const std::vector<float>& rows, std::span<const std::int64_t> sizes)
{
    const auto total = sizes[0] + sizes[1] + sizes[2];
    return { columns(rows, total, 0, sizes[0]), columns(rows, total, sizes[0], sizes[1]),
        columns(rows, total, sizes[0] + sizes[1], sizes[2]) };
}

Result<void> addProjectionBias(ProjectedRows& rows, const std::vector<float>& bias,
    std::int64_t features, std::int64_t valueFeatures)
{
    if (std::ssize(bias) != 2 * features + valueFeatures)
        return fail("bias has ", bias.size(), " elements, expected ", 2 * features + valueFeatures);
    const auto width = static_cast<std::size_t>(features);
    addToRows(rows.q, std::span(bias).first(width));
    addToRows(rows.k, std::span(bias).subspan(width, width));
    addToRows(rows.v, std::span(bias).subspan(2 * width));
    return {};
}

void setHeads(AttentionProblem& problem, const ProjectedRows& rows)
{
    const auto split = [&](const std::vector<float>& part, std::int64_t steps, std::int64_t heads,
                           std::int64_t size, std::vector<float>& target) {
        if (!part.empty())
            target = splitHeads(part, problem.batch, steps, heads, size);
    };
    split(rows.q, problem.queries, problem.heads, problem.headSize, problem.q);
    split(rows.k, problem.keys, problem.kvHeads, problem.headSize, problem.k);
    split(rows.v, problem.keys, problem.kvHeads, problem.valueSize, problem.v);
}

Result<void> prependPast(AttentionProblem& problem, const Dims& keyDims,
    const std::vector<float>& keys, const Dims& valueDims, const std::vector<float>& values)
{
    const auto [b, h] = std::array { problem.batch, problem.kvHeads };
    const auto steps = keyDims.size() == 4 ? keyDims[2] : 0;
    if (keyDims != Dims { b, h, steps, problem.headSize }
        || valueDims != Dims { b, h, steps, problem.valueSize })
        return fail("past key ", keyDims, " or past value ", valueDims, " does not fit ", b,
            " sequences, ", h, " heads of ", problem.headSize, " and ", problem.valueSize);
    problem.k = appendSteps(keys, problem.k, b * h, problem.headSize);
    problem.v = appendSteps(values, problem.v, b * h, problem.valueSize);
    problem.past = steps;
    problem.keys += steps;
    return {};
}

Result<void> prependPast(AttentionProblem& problem, const RunContext& context, std::size_t key)
{
    if (!context.hasInput(key) || !context.hasInput(key + 1))
        return {};
    const auto keys = TRY(readFloats(context.tensor(key)));
    const auto values = TRY(readFloats(context.tensor(key + 1)));
    return prependPast(
        problem, context.tensor(key).dims(), keys, context.tensor(key + 1).dims(), values);
}

Result<ScoreBias> readScoreBias(const RunContext& context, std::size_t input, const Dims& scores)
{
    ScoreBias bias;
    if (!context.hasInput(input))
        return bias;
    const auto& tensor = context.tensor(input);
    if (TRY(broadcastDims(tensor.dims(), scores)) != scores)
        return fail("a mask or bias of ", tensor.dims(), " cannot be broadcast to ", scores);
    bias.values = TRY(readFloats(tensor));
    if (tensor.element() == ElementType::Bool) {
        for (auto& value : bias.values)
            value = value != 0 ? 0.0f : forbidden;
    }
    bias.strides = broadcastStrides(tensor.dims(), scores);
    return bias;
}

Result<void> writeAttention(
    RunContext& context, const AttentionProblem& problem, const AttentionResult& result)
{
    const auto& query = context.tensor(0);
    const auto elementOf = [&](std::size_t input) {
        return context.hasInput(input) ? context.tensor(input).element() : query.element();
    };
    const auto [b, h, s, t]
        = std::array { problem.batch, problem.heads, problem.queries, problem.keys };
    if (query.rank() == 4)
        TRY(writeFloats(
            context, 0, query.element(), { b, h, s, problem.valueSize }, result.output));
    else
        TRY(writeFloats(context, 0, query.element(), { b, s, h * problem.valueSize },
            joinHeads(result.output, b, s, h, problem.valueSize)));
    TRY(writeFloats(
        context, 1, elementOf(1), { b, problem.kvHeads, t, problem.headSize }, problem.k));
    TRY(writeFloats(
        context, 2, elementOf(2), { b, problem.kvHeads, t, problem.valueSize }, problem.v));
    return writeFloats(context, 3, query.element(), { b, h, s, t }, result.scores);
}

} // namespace engine
