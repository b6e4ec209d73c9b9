#pragma once

#include "engine/attention/attention_plan.h"
#include "engine/cuda/kernels/strided.h"

#include <cmath>
#include <limits>

/// Scaled dot-product attention, as far as all attention operators share it. Each operator
/// describes its operands and which keys a query may see. `attend` computes
///
///     scores = softcap(scale * Q Kᵀ) + bias;  output = softmax(scores) V
///
/// block by block with a running maximum and sum ("FlashAttention", arXiv 2205.14135), so the
/// matrix of scores is never stored. The arithmetic is float for all element types. Several query
/// heads may share a key head.
namespace engine::cuda {

inline constexpr std::int64_t largestHead = 256;

OPSCOPE_KERNEL inline float forbidden() { return -std::numeric_limits<float>::infinity(); }

/// The same with its operands.
template <typename T>
struct AttentionData : AttentionLayout {
    HeadVectors<T> q;
    HeadVectors<T> k;
    HeadVectors<T> v;
    T* y = nullptr;
    const T* sinks = nullptr; ///< one per head; null: the score is 0
    // The mask or bias, with the strides of the rules. At most one is set.
    const T* bias = nullptr;
    const float* wideBias = nullptr;
    const std::uint8_t* allowed = nullptr;

    OPSCOPE_KERNEL std::int64_t kvHead(std::int64_t head) const { return head / (heads / kvHeads); }
    OPSCOPE_KERNEL T* outputAt(std::int64_t b, std::int64_t h, std::int64_t i) const
    {
        return y + b * yBatch + h * yHead + i * yStep;
    }
    OPSCOPE_KERNEL float sink(std::int64_t head) const
    {
        if (!hasSink)
            return forbidden();
        return sinks != nullptr ? static_cast<float>(widen(sinks[head])) : 0.0f;
    }
    /// Sets [first, last) to the range of keys that any of the queries [from, to) of batch entry
    /// `b` may see.
    OPSCOPE_KERNEL void range(std::int64_t b, std::int64_t from, std::int64_t to,
        std::int64_t& first, std::int64_t& last) const
    {
        const auto offset = rules.offset(b, queries);
        first = 0;
        last = rules.keysIn(b, keys);
        if (rules.isCausal && offset + to < last)
            last = offset + to;
        if (rules.right >= 0 && offset + to + rules.right < last)
            last = offset + to + rules.right;
        if (rules.left >= 0 && offset + from - rules.left > 0)
            first = offset + from - rules.left;
    }
    /// What mask and bias add to the score of a visible key; minus infinity if they forbid it.
    OPSCOPE_KERNEL float added(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const
    {
        float sum = 0;
        if (rules.mask.rank > 0 && !rules.mask.keeps(b, batch, i, j, rules.past))
            sum = rules.mask.filter;
        if (bias == nullptr && wideBias == nullptr && allowed == nullptr)
            return sum;
        if (j >= rules.width)
            return forbidden();
        const auto at = b * rules.strides[0] + h * rules.strides[1] + i * rules.strides[2]
            + j * rules.strides[3];
        if (allowed != nullptr)
            return allowed[at] != 0 ? sum : forbidden();
        return sum + (bias != nullptr ? static_cast<float>(widen(bias[at])) : wideBias[at]);
    }
    /// Returns the score for the softmax, from `score` = scale * q·k; minus infinity if the query
    /// may not see the key.
    OPSCOPE_KERNEL float finished(float score, std::int64_t b, std::int64_t h, std::int64_t i,
        std::int64_t j, std::int64_t offset) const
    {
        if (!rules.sees(offset + i, j))
            return forbidden();
        const float more = added(b, h, i, j);
        return more == forbidden() ? more : capped(score) + more;
    }
    OPSCOPE_KERNEL float capped(float score) const
    {
        return softcap > 0 ? std::tanh(score / softcap) * softcap : score;
    }
};

/// Computes attention into data.y. Defined for AttentionTypes in attention_core.cu.
template <typename T>
Result<void> attend(ModuleBackend& device, RunContext& context, const AttentionData<T>& data);
/// Writes the scores [batch, heads, queries, keys] of the given stage.
template <typename T>
Result<void> writeScores(
    ModuleBackend& device, const AttentionData<T>& data, ScoreStage stage, T* scores);

/// Writes a past [batch, heads, pastCapacity, size] followed by new steps to one buffer [batch,
/// heads, capacity, size]. The number of past steps in use per batch entry is the offset of
/// `rules`. Elements after both are 0.
template <typename T>
struct JoinSteps {
    const T* past; ///< null: no past
    std::int64_t pastCapacity;
    HeadVectors<T> now;
    const T* bias; ///< [heads, size], added to new steps; null: no bias
    T* target;
    std::int64_t heads;
    std::int64_t steps;
    std::int64_t capacity;
    std::int64_t size;
    ScoreRules rules; ///< offset() is the number of past steps

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto e = i % size;
        const auto step = i / size % capacity;
        const auto head = i / size / capacity % heads;
        const auto b = i / size / capacity / heads;
        const auto before = rules.offset(b, steps);
        if (step < before && step < pastCapacity) {
            target[i] = past[((b * heads + head) * pastCapacity + step) * size + e];
            return;
        }
        const auto own = step - before;
        if (own < 0 || own >= steps) {
            target[i] = static_cast<T>(0.0f);
            return;
        }
        const T value = now.at(b, head, own)[e];
        target[i] = bias == nullptr ? value
                                    : static_cast<T>(static_cast<float>(widen(value))
                                        + static_cast<float>(widen(bias[head * size + e])));
    }
};

} // namespace engine::cuda
