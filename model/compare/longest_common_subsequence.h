#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace model {

/// The longest sequence that both have in this order, as pairs of places: what a difference of two
/// texts calls unchanged lines. Equal begins and ends are found in linear time; what is between
/// them takes the product of its lengths, and is left out if that is more than `mostCells`.
inline constexpr std::size_t mostSubsequenceCells = std::size_t(1) << 22;
std::vector<std::pair<std::size_t, std::size_t>> longestCommonSubsequence(
    std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
    std::size_t mostCells = mostSubsequenceCells);

} // namespace model
