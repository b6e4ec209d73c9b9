#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Offsets of values in one block of memory (an arena). Two values that live at the same time never
/// overlap.
///
///     time →   0 1 2 3          arena: a |########|    a: [0,1]
///     a        # #                     c |########|    c: [2,3] takes the place of a
///     b          # #                   b         |####|
///     c            # #
///
/// Greedy by size: values are placed from the largest down, each at the lowest offset that is free
/// during its lifetime. The result is within a few per cent of the lower bound in practice. The
/// cost is quadratic, so above 4000 values they are placed in order of time, each in the best
/// fitting gap.

/// Size and lifetime of a value: from the step that makes it to the last that reads it, both
/// included.
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
/// Alignment that libraries of devices want for tensors and workspaces.
inline constexpr std::uint64_t deviceArenaAlignment = 256;

/// More than any machine can allocate, and far enough from 2^64 for sums of a few of them.
inline constexpr std::uint64_t maxArenaBytes = std::uint64_t(1) << 60;

/// If all ranges together have more than `maxArenaBytes`, the plan has that size and no offsets.
ArenaPlan planArena(
    std::span<const LiveRange> ranges, std::uint64_t alignment = hostArenaAlignment);

} // namespace engine
