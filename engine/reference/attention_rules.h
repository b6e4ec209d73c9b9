#pragma once

#include "engine/program/op_node.h"
#include "model/support/result.h"

#include <span>
#include <vector>

/// Rules of com.microsoft's attention operators that the kernels of all tiers keep to.
namespace engine {

/// Returns the scale of the scores: 0 and a missing one are 1 / sqrt(headSize).
float contribScale(const OpNode& node, std::int64_t headSize);

/// Whether `sizes` are three numbers of columns, for query, key and value, that add up to `total`.
/// Query and key must have the same number.
bool divideColumns(std::span<const std::int64_t> sizes, std::int64_t total);
/// Returns the numbers of columns for query, key and value of Attention, whose weights have these
/// dims. Fails if they cannot be divided so, or not into `heads` heads.
support::Result<std::vector<std::int64_t>> projectionSizes(
    const OpNode& node, std::span<const std::int64_t> weights, std::int64_t heads);

/// Sizes that an integer mask of keys must fit.
struct KeyMaskSizes {
    std::int64_t batch = 0;
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t past = 0; ///< keys before the first query
};
/// Fails unless a mask of these dims is one of: lengths [batch]; ends, then starts [2 * batch];
/// [batch, keys]; [batch, queries, keys]; [batch, 1, past + queries, keys]. It may be longer.
support::Result<void> checkKeyMask(std::span<const std::int64_t> dims, const KeyMaskSizes& sizes);

} // namespace engine
