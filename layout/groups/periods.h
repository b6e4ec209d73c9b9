#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace layout::groups {

/// `count` equal blocks of `length` items each, consecutive from `begin` on.
struct Period {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    std::uint32_t count = 0;
};

/// Finds repeating parts of a sequence, in O(n) for each of a bounded number of rounds. Each window
/// of a few items votes for the distance to the previous equal window. The distance that covers
/// most items is taken, its blocks are cut where the fewest values are alive, and the remaining
/// items are searched again.
///
/// `items`: a hash per item of its operation and of the distances that it reads from. `alive`:
/// alive[i] is the number of values that are alive before item i; one entry more than items. The
/// result is sorted by begin.
std::vector<Period> findPeriods(
    std::span<const std::uint64_t> items, std::span<const std::uint32_t> alive);

} // namespace layout::groups
