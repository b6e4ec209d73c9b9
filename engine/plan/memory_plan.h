#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Where values lie in one block of memory, so that two that live at the same time never overlap.
///
///     time →   0 1 2 3          arena: a |########|    a: [0,1]
///     a        # #                     c |########|    c: [2,3] takes the place of a
///     b          # #                   b         |####|
///     c            # #
///
/// Greedy by size: the largest is placed first, each at the lowest offset that is free for its
/// whole life. Within a few per cent of the lower bound in practice. For very many values
/// (quadratic cost) they are placed in order of time instead, in the best fitting gap.

/// From the step that makes a value to the last that reads it, both included.
struct LiveRange {
    std::uint64_t bytes = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

struct ArenaPlan {
    std::vector<std::uint64_t> offsets; ///< one per range, multiples of the alignment
    std::uint64_t bytes = 0;
};

inline constexpr std::uint64_t hostArenaAlignment = 64;
/// What libraries of devices want of tensors and workspaces.
inline constexpr std::uint64_t deviceArenaAlignment = 256;

ArenaPlan planArena(
    std::span<const LiveRange> ranges, std::uint64_t alignment = hostArenaAlignment);

} // namespace engine
