#include "engine/reference/attention_core.h"

#include "engine/element_dispatch.h"
#include "engine/reference/multiply.h"
#include "engine/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr float forbidden = -std::numeric_limits<float>::infinity();

/// Scores of one head become probabilities in place.
void softmaxRows(float* scores, std::int64_t rows, std::int64_t width, const std::vector<bool>& isForbidden)
{
    for (std::int64_t i = 0; i < rows; ++i) {
        float* row = scores + i * width;
        if (isForbidden[static_cast<std::size_t>(i)] || width == 0) {
            std::fill_n(row, width, 0.0f);
            continue;
        }
        const float shift = *std::max_element(row, row + width);
        float sum = 0;
        for (std::int64_t j = 0; j < width; ++j)
            sum += row[j] = std::exp(row[j] - shift);
        for (std::int64_t j = 0; j < width; ++j)
            row[j] /= sum;
    }
}

/// Adds the bias; answers for each row whether it forbids every key.
std::vector<bool> addBias(const AttentionProblem& problem, std::int64_t batch, std::int64_t head, float* scores)
{
    std::vector<bool> isForbidden(static_cast<std::size_t>(problem.queries), false);
    if (!problem.bias)
        return isForbidden;
    for (std::int64_t i = 0; i < problem.queries; ++i) {
        bool isAll = true;
        for (std::int64_t j = 0; j < problem.keys; ++j) {
            const float bias = problem.bias(batch, head, i, j);
            isAll = isAll && bias == forbidden;
            scores[i * problem.keys + j] += bias;
        }
        isForbidden[static_cast<std::size_t>(i)] = isAll;
    }
    return isForbidden;
}

} // namespace

AttentionResult attend(const AttentionProblem& problem, const ScoreStage* wanted)
{
    AttentionResult result;
    const auto [s, t, d, w] = std::array { problem.queries, problem.keys, problem.headSize, problem.valueSize };
    result.output.assign(static_cast<std::size_t>(problem.batch * problem.heads * s * w), 0.0f);
    if (wanted != nullptr)
        result.scores.assign(static_cast<std::size_t>(problem.batch * problem.heads * s * t), 0.0f);
    std::vector<float> scores(static_cast<std::size_t>(s * t));
    for (std::int64_t block = 0; block < problem.batch * problem.heads; ++block) {
        const auto batch = block / problem.heads;
        const auto head = block % problem.heads;
        const auto shared = batch * problem.kvHeads + head / (problem.heads / problem.kvHeads);
        std::ranges::fill(scores, 0.0f);
        multiplyAdd<float>({ problem.q.data() + block * s * d, d, 1 }, { problem.k.data() + shared * t * d, 1, d }, scores.data(), t, s, d, t);
        for (auto& score : scores)
            score *= problem.scale;
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
        softmaxRows(scores.data(), s, t, isForbidden);
        keep(ScoreStage::Probability);
        multiplyAdd<float>({ scores.data(), t, 1 }, { problem.v.data() + shared * t * w, w, 1 }, result.output.data() + block * s * w, w, s, t, w);
    }
    return result;
}

std::vector<float> splitHeads(const std::vector<float>& values, std::int64_t batch, std::int64_t steps, std::int64_t heads, std::int64_t size)
{
    std::vector<float> split(values.size());
    for (std::int64_t row = 0; row < batch * steps * heads; ++row) {
        const auto head = row % heads;
        const auto step = row / heads % steps;
        const auto b = row / heads / steps;
        std::copy_n(values.begin() + row * size, size, split.begin() + ((b * heads + head) * steps + step) * size);
    }
    return split;
}

std::vector<float> joinHeads(const std::vector<float>& values, std::int64_t batch, std::int64_t steps, std::int64_t heads, std::int64_t size)
{
    return splitHeads(values, batch, heads, steps, size);
}

std::vector<float> appendSteps(const std::vector<float>& past, const std::vector<float>& now, std::int64_t blocks, std::int64_t size)
{
    if (past.empty() || blocks == 0 || size == 0)
        return now;
    const auto before = static_cast<std::int64_t>(past.size()) / blocks;
    const auto after = static_cast<std::int64_t>(now.size()) / blocks;
    std::vector<float> joined;
    joined.reserve(past.size() + now.size());
    for (std::int64_t block = 0; block < blocks; ++block) {
        joined.insert(joined.end(), past.begin() + block * before, past.begin() + (block + 1) * before);
        joined.insert(joined.end(), now.begin() + block * after, now.begin() + (block + 1) * after);
    }
    return joined;
}

Result<std::vector<float>> readFloats(const Tensor& tensor)
{
    std::vector<float> values(static_cast<std::size_t>(tensor.count()));
    auto read = [&]<typename T>() -> Result<void> {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(widen(tensor.as<T>()[i]));
        return {};
    };
    TRY(visitElement(TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t, bool> {}, tensor.element(), read));
    return values;
}

Result<void> writeFloats(RunContext& context, std::size_t output, ElementType element, const Dims& dims, const std::vector<float>& values)
{
    if (!context.hasOutput(output))
        return {};
    auto* tensor = TRY(context.output(output, element, dims));
    auto write = [&]<typename T>() -> Result<void> {
        for (std::size_t i = 0; i < values.size(); ++i)
            tensor->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(values[i]));
        return {};
    };
    return visitElement(FloatTypes {}, element, write);
}

} // namespace engine
