#pragma once

#include "engine/reference/attention_core.h"

namespace engine {

/// Rotary position embedding, as both RotaryEmbedding operators and GroupQueryAttention share it.
/// The angles are given by position: cosines and sines [positions, width].
struct RotaryCache {
    std::vector<float> cosines, sines;
    std::int64_t positions = 0;
    std::int64_t width = 0;
    std::int64_t rotated = 0; ///< the first elements of a head that are rotated, up to 2 * width
    bool isInterleaved = false; ///< neighbours are rotated together, else first and second half
};

/// Reads cosines from input `cosines`, and sines from the next one. Fails if they do not fit
/// `rotated` elements of heads of `headSize`.
Result<RotaryCache> readRotaryCache(const RunContext& context, std::size_t cosines,
    std::int64_t headSize, std::int64_t rotated, bool isInterleaved);
/// Number of elements that a cache of com.microsoft [positions, half] rotates; -1 if it has another
/// rank.
std::int64_t rotatedBy(const Tensor& cosines);
/// Reads positions of com.microsoft: one offset for all sequences, or a position per step.
Result<std::vector<std::int64_t>> readRotaryPositions(
    const Tensor& tensor, std::int64_t batch, std::int64_t steps);
/// Rotates heads in place by the positions [batch, steps]. Fails for a position outside the cache.
Result<void> rotateHeads(std::vector<float>& values, const HeadShape& shape,
    const RotaryCache& cache, const std::vector<std::int64_t>& positions);

} // namespace engine
