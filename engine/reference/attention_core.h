#pragma once

#include "engine/attention/attention_layout.h"
#include "engine/program/shapes.h"
#include "engine/reference/float_output.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace engine {

/// Added to the score of a key that a query may not attend to.
constexpr float forbidden = -std::numeric_limits<float>::infinity();

/// Scaled dot-product attention in float with heads laid out as [batch, heads, steps, size].
/// Several query heads may share a key head.
///
///     scores = softcap(scale * Q Kᵀ) + bias;  output = softmax(scores) V
struct AttentionProblem {
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    std::int64_t past = 0; ///< keys before the first query, of those that prependPast added
    float scale = 1;
    float softcap = 0; ///< 0 = none
    std::vector<float> q, k, v;
    std::vector<float>
        sinks; ///< per head: a score that takes part in the softmax and has no value; empty = none
    /// Added to the score of query i and key j; -infinity forbids the key. Null = nothing.
    std::function<float(std::int64_t batch, std::int64_t head, std::int64_t i, std::int64_t j)>
        bias;
};

struct AttentionResult {
    std::vector<float> output; ///< [batch, heads, queries, valueSize]
    std::vector<float> scores; ///< [batch, heads, queries, keys], if requested
};

/// Computes the attention. A row whose keys are all forbidden becomes zeros. `scores` has the stage
/// `*wanted`; it is empty if `wanted` is null. Fails if the sizes do not fit each other or the
/// number of values in q, k, v and sinks.
Result<AttentionResult> attend(const AttentionProblem& problem, const ScoreStage* wanted = nullptr);

/// The three parts of attend over all heads, for callers that change values in between.
/// attentionScores returns scale * Q Kᵀ [batch, heads, queries, keys] without bias and cap. It
/// fails as attend does; the other two need a problem that it accepted and scores of that shape.
/// attentionProbabilities applies softmax in place. weightedValues returns the output [batch,
/// heads, queries, valueSize].
Result<std::vector<float>> attentionScores(const AttentionProblem& problem);
void attentionProbabilities(const AttentionProblem& problem, std::vector<float>& scores);
std::vector<float> weightedValues(
    const AttentionProblem& problem, const std::vector<float>& probabilities);

/// Converts [batch, steps, heads * size] to [batch, heads, steps, size], and back.
std::vector<float> splitHeads(const std::vector<float>& values, std::int64_t batch,
    std::int64_t steps, std::int64_t heads, std::int64_t size);
std::vector<float> joinHeads(const std::vector<float>& values, std::int64_t batch,
    std::int64_t steps, std::int64_t heads, std::int64_t size);

/// A tensor of rank 3 is divided into `heads`. Fails if that is not possible.
Result<HeadShape> headShape(const Tensor& tensor, std::optional<std::int64_t> heads);
/// Returns the numbers as [batch, heads, steps, size].
Result<std::vector<float>> readHeads(const Tensor& tensor, const HeadShape& shape);

/// Rows of features for query, key and value.
struct ProjectedRows {
    std::vector<float> q, k, v;
};
/// Returns [rows, from] times weights [from, sum of sizes] plus bias, which may be empty, divided
/// into columns for query, key and value. Fails if `from` is 0: the number of rows is not known
/// then.
Result<ProjectedRows> project(const std::vector<float>& rows, std::int64_t from,
    const std::vector<float>& weights, std::span<const std::int64_t> sizes,
    const std::vector<float>& bias);
/// Returns columns [first, first + width) of rows of `total` columns.
std::vector<float> columns(
    const std::vector<float>& rows, std::int64_t total, std::int64_t first, std::int64_t width);
/// Divides rows into three numbers of columns, for query, key and value.
ProjectedRows divideRows(const std::vector<float>& rows, std::span<const std::int64_t> sizes);
/// Adds a bias of 2 * features + valueFeatures elements to query, key and value; fails if it has
/// another number. Parts without rows stay as they are.
Result<void> addProjectionBias(ProjectedRows& rows, const std::vector<float>& bias,
    std::int64_t features, std::int64_t valueFeatures);
/// Sets those of q, k and v that have rows. Batch, steps, heads and sizes are those of the problem.
void setHeads(AttentionProblem& problem, const ProjectedRows& rows);

/// Puts a past key [batch, kvHeads, steps, headSize] and value before those of the problem. Fails
/// if they do not fit.
Result<void> prependPast(AttentionProblem& problem, const Dims& keyDims,
    const std::vector<float>& keys, const Dims& valueDims, const std::vector<float>& values);
/// The same with a past key in input `key` and a past value in the next one, if both are present.
Result<void> prependPast(AttentionProblem& problem, const RunContext& context, std::size_t key);

/// What a mask or bias of an operator adds to the scores; nothing without values.
struct ScoreBias {
    std::vector<float> values;
    Dims strides { 0, 0, 0, 0 };

    float at(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const
    {
        return values.empty()
            ? 0.0f
            : values[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]];
    }
};
/// Reads an input that is broadcast to `scores` [batch, heads, queries, keys]; empty if it is left
/// out. Bools forbid the keys that are false.
Result<ScoreBias> readScoreBias(const RunContext& context, std::size_t input, const Dims& scores);

/// Writes the outputs that most operators have: the attention with the rank of input 0, keys,
/// values, scores. Keys and values have the types of inputs 1 and 2, or of input 0 without them.
Result<void> writeAttention(
    RunContext& context, const AttentionProblem& problem, const AttentionResult& result);

} // namespace engine
