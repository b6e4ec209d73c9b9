#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace model {

/// Returns the longest common subsequence of both lists as pairs of positions, like the unchanged
/// lines of a text comparison. Equal beginnings and ends take linear time. The middle takes the
/// product of its lengths; if that exceeds `maxCells`, the middle is left out.
inline constexpr std::size_t maxSubsequenceCells = std::size_t(1) << 22;
std::vector<std::pair<std::size_t, std::size_t>> longestCommonSubsequence(
    std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
    std::size_t maxCells = maxSubsequenceCells);

} // namespace model
