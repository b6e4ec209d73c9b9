#pragma once

#include "engine/functors/device.h"
#include "engine/kernel/kernel.h"

#include <cstdint>

/// Sizes of scaled dot-product attention, and the rules which key a query may see. All attention
/// operators share them, on the CPU and on devices.
namespace engine {

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

    OPSCOPE_DEVICE const T* at(std::int64_t b, std::int64_t h, std::int64_t s) const
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
/// A tensor of int64 or of int32 in the memory of the device that reads it. At most one of the
/// pointers is set.
struct Integers {
    const std::int64_t* wide = nullptr;
    const std::int32_t* narrow = nullptr;

    OPSCOPE_DEVICE bool isPresent() const { return wide != nullptr || narrow != nullptr; }
    OPSCOPE_DEVICE std::int64_t at(std::int64_t i) const
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
        return { reinterpret_cast<const std::int64_t*>(context.tensor(i).data), nullptr };
    return { nullptr, reinterpret_cast<const std::int32_t*>(context.tensor(i).data) };
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

    OPSCOPE_DEVICE bool keeps(std::int64_t b, std::int64_t batches, std::int64_t i, std::int64_t j,
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

    OPSCOPE_DEVICE std::int64_t keysIn(std::int64_t b, std::int64_t keys) const
    {
        if (!lengths.isPresent())
            return keys;
        const auto length = lengths.at(b) + lengthShift;
        return length < keys ? length : keys;
    }
    /// Position of the first query among the keys.
    OPSCOPE_DEVICE std::int64_t offset(std::int64_t b, std::int64_t queries) const
    {
        if (isPrompt)
            return 0;
        return lengths.isPresent() ? lengths.at(b) + lengthShift - queries : past;
    }
    OPSCOPE_DEVICE bool sees(std::int64_t position, std::int64_t j) const
    {
        return !(isCausal && j > position) && !(left >= 0 && j < position - left)
            && !(right >= 0 && j > position + right);
    }
};

/// Sizes and rules of one attention.
struct AttentionLayout {
    std::int64_t yBatch = 0; ///< stride of batch entries in the output
    std::int64_t yHead = 0;
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

/// Which scores the optional output of scores holds.
enum class ScoreStage { Raw, Capped, Biased, Probability };

} // namespace engine
