#pragma once

#include <cstdint>

/// Scaled dot-product attention of float rows that share their keys and values:
///
///     scores = softcap(scale * q Kᵀ) + bias;  y = softmax(scores) V
///
/// Keys are read in blocks. Each row keeps the maximum and the sum of its exponentials so far
/// ("FlashAttention", arXiv 2205.14135), so the matrix of scores is never stored. A task of many
/// rows packs each block once and multiplies tiles that stay in registers; a task of few rows reads
/// keys and values in place.
namespace engine {

/// A query and the keys that it may see.
struct AttentionRow {
    const float* q = nullptr;
    float* y = nullptr;
    std::int64_t first = 0; ///< visible keys: [first, last)
    std::int64_t last = 0;
    const float* bias = nullptr; ///< added to the scores, from key 0 on; null: none
    float sink = 0; ///< one more score without a value, if AttentionTask::hasSinks
    std::int64_t number = 0; ///< among the rows of its key head, for AttentionTask::applyMask
};

struct AttentionTask {
    /// Applies a mask to the scores of keys [first, last) of a row.
    using ApplyMask = void (*)(const void* source, const AttentionRow* row, std::int64_t first,
        std::int64_t last, float* scores);

    const AttentionRow* rows = nullptr;
    std::int64_t count = 0; ///< of rows, up to attentionRows
    const float* k = nullptr; ///< keys are `kStride` apart, their elements contiguous
    const float* v = nullptr;
    std::int64_t kStride = 0;
    std::int64_t vStride = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    float scale = 1;
    float softcap = 0; ///< 0: none
    float unseeing = 0; ///< result of a row that sees no key
    bool hidesNan = false; ///< a row that is NaN gets this result too
    bool hasSinks = false;
    ApplyMask applyMask = nullptr; ///< null: no mask but the bias of rows
    const void* maskSource = nullptr;
    float* buffer = nullptr; ///< AttentionTable::bufferFloats, aligned to 64 bytes
};

/// Rows of the largest task.
inline constexpr std::int64_t attentionRows = 256;

/// Code of one instruction set.
struct AttentionTable {
    std::int64_t (*bufferFloats)(std::int64_t rows, std::int64_t headSize, std::int64_t valueSize);
    void (*attend)(const AttentionTask& task);
    /// Rotates pairs of elements that are `half` apart: y[i] = x[i] c[i] - x[half + i] s[i],
    /// y[half + i] = x[half + i] c[i] + x[i] s[i]
    void (*rotateHalves)(
        const float* x, const float* c, const float* s, std::int64_t half, float* y);
};

/// The table for instructionSet().
const AttentionTable& attentionTable();

namespace baseline {
extern const AttentionTable attentionTable;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const AttentionTable attentionTable;
}
namespace avx512 {
extern const AttentionTable attentionTable;
}
#endif

} // namespace engine
