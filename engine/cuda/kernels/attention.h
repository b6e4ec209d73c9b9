#pragma once

#include "engine/cuda/kernels/strided.h"

#include <cmath>
#include <optional>

/// Scaled dot-product attention, as far as all attention operators share it. Each operator
/// describes its operands and which keys a query may see. `attend` computes
///
///     scores = softcap(scale * Q Kᵀ) + bias;  output = softmax(scores) V
///
/// block by block with a running maximum and sum ("FlashAttention", arXiv 2205.14135), so the
/// matrix of scores is never stored. The arithmetic is float for all element types. Several query
/// heads may share a key head.
namespace engine::cuda {

using AttentionTypes = TypeList<float, Float16, Bfloat16>;

inline constexpr std::int64_t largestHead = 256;

/// Strides of vectors of heads, in elements.
struct HeadStrides {
    std::int64_t batch = 0;
    std::int64_t head = 0;
    std::int64_t step = 0;
};

/// Vectors of heads. Element e of (batch, head, step) is at `first` plus the sum of index · stride,
/// plus e.
template <typename T>
struct HeadVectors {
    const T* first = nullptr;
    HeadStrides strides;

    OPSCOPE_KERNEL const T* at(std::int64_t b, std::int64_t h, std::int64_t s) const
    {
        return first + b * strides.batch + h * strides.head + s * strides.step;
    }
};

/// Sizes of a tensor [batch, heads, steps, size], or of [batch, steps, heads · size].
struct HeadShape {
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t steps = 0;
    std::int64_t size = 0;
    bool isHeadFirst = true;

    HeadStrides strides() const
    {
        return { heads * steps * size, isHeadFirst ? steps * size : size,
            isHeadFirst ? size : heads * size };
    }
    std::int64_t count() const { return batch * heads * steps * size; }
};
/// A tensor of rank 3 is divided into `heads`. Fails if that is not possible.
Result<HeadShape> headShape(const TensorType& type, std::optional<std::int64_t> heads);

OPSCOPE_KERNEL inline float forbidden() { return -std::numeric_limits<float>::infinity(); }

/// A tensor of int64 or of int32 on the device. At most one of the pointers is set.
struct Integers {
    const std::int64_t* wide = nullptr;
    const std::int32_t* narrow = nullptr;

    OPSCOPE_KERNEL bool isPresent() const { return wide != nullptr || narrow != nullptr; }
    OPSCOPE_KERNEL std::int64_t at(std::int64_t i) const
    {
        return wide != nullptr ? wide[i] : static_cast<std::int64_t>(narrow[i]);
    }
};

/// Returns input i, whose type prepare has checked to be int64 or int32; absent if the input is
/// left out.
inline Integers integersIn(const RunContext& context, std::size_t i)
{
    if (!context.hasInput(i))
        return {};
    if (context.tensor(i).element() == ElementType::Int64)
        return { in<std::int64_t>(context, i), nullptr };
    return { nullptr, in<std::int32_t>(context, i) };
}

/// The integer masks of com.microsoft's operators, which exclude keys. Shapes: lengths [batch];
/// ends, then starts [2 * batch]; [batch, keys]; [batch, queries, keys]; [batch, 1, keys, keys].
struct KeyMask {
    Integers values;
    int rank = 0;
    bool hasStarts = false;
    std::int64_t rows = 1;
    std::int64_t width = 0;
    float filter = 0; ///< added where the mask is 0

    OPSCOPE_KERNEL bool keeps(std::int64_t b, std::int64_t batches, std::int64_t i, std::int64_t j,
        std::int64_t past) const
    {
        if (rank == 1)
            return j < values.at(b) && (!hasStarts || j >= values.at(b + batches));
        if (rank == 2)
            return values.at(b * width + j) != 0;
        return values.at((b * rows + (rank == 4 ? past + i : i)) * width + j) != 0;
    }
};

/// Which keys a query may see, and where a mask or bias has what is added to its scores.
struct ScoreRules {
    bool isCausal = false;
    std::int64_t left = -1; ///< visible keys before the query's position; -1: all
    std::int64_t right = -1; ///< visible keys after it; -1: all
    std::int64_t past = 0; ///< keys before the first query, if there are no `lengths`
    Integers lengths; ///< keys in use per batch entry
    std::int64_t lengthShift = 0; ///< added to `lengths`
    bool isPrompt = false; ///< queries have positions from 0 although there are lengths
    std::int64_t strides[4] = {}; ///< of the mask or bias
    std::int64_t width = 0; ///< number of keys that it covers; keys from there on are forbidden
    KeyMask mask;

    OPSCOPE_KERNEL std::int64_t keysIn(std::int64_t b, std::int64_t keys) const
    {
        if (!lengths.isPresent())
            return keys;
        const auto length = lengths.at(b) + lengthShift;
        return length < keys ? length : keys;
    }
    /// Position of the first query among the keys.
    OPSCOPE_KERNEL std::int64_t offset(std::int64_t b, std::int64_t queries) const
    {
        if (isPrompt)
            return 0;
        return lengths.isPresent() ? lengths.at(b) + lengthShift - queries : past;
    }
    OPSCOPE_KERNEL bool sees(std::int64_t position, std::int64_t j) const
    {
        return !(isCausal && j > position) && !(left >= 0 && j < position - left)
            && !(right >= 0 && j > position + right);
    }
};

/// Sizes and rules of one attention.
struct AttentionLayout {
    std::int64_t yHead = 0; ///< stride of heads in the output
    std::int64_t yStep = 0;
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    float scale = 1;
    float softcap = 0; ///< 0: no softcap
    bool hasSink = false; ///< there is one more score in the softmax, without a value
    ScoreRules rules;
};

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
        return y + b * heads * queries * valueSize + h * yHead + i * yStep;
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

/// Which scores the optional output of scores holds.
enum class ScoreStage { Raw, Capped, Biased, Probability };

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
