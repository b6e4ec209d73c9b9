#pragma once

#include "engine/kernel/kernel.h"
#include "engine/reference/float_output.h"

#include <cstdint>
#include <functional>
#include <limits>
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
    float scale = 1;
    float softcap = 0; ///< 0 = none
    std::vector<float> q, k, v;
    std::vector<float>
        sinks; ///< per head: a score that takes part in the softmax and has no value; empty = none
    /// Added to the score of query i and key j; -infinity forbids the key. Null = nothing.
    std::function<float(std::int64_t batch, std::int64_t head, std::int64_t i, std::int64_t j)>
        bias;
};

/// Stage of the scores that the optional score output holds.
enum class ScoreStage { Raw, Capped, Biased, Probability };

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
/// Returns the steps of `past` [blocks, pastSteps, size] followed by those of `now` [blocks, steps,
/// size].
std::vector<float> appendSteps(const std::vector<float>& past, const std::vector<float>& now,
    std::int64_t blocks, std::int64_t size);

/// Returns [rows, from] times weights [from, width] plus bias [width], which may be empty. Fails if
/// `from` is 0: the number of rows is not known then.
Result<std::vector<float>> project(const std::vector<float>& rows, std::int64_t from,
    const std::vector<float>& weights, std::int64_t width, const std::vector<float>& bias);
/// Whether `sizes` are three numbers of columns, for query, key and value, that add up to `total`.
/// Query and key must have the same number.
bool divideColumns(std::span<const std::int64_t> sizes, std::int64_t total);
/// Returns columns [first, first + width) of rows of `total` columns.
std::vector<float> columns(
    const std::vector<float>& rows, std::int64_t total, std::int64_t first, std::int64_t width);

/// Returns the numbers of a tensor as float.
Result<std::vector<float>> readFloats(const Tensor& tensor);

} // namespace engine
