#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace layout::groups {

/// `count` equal blocks of `length` items, side by side from `begin` on.
struct Period {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    std::uint32_t count = 0;
};

/// Stretches of a sequence that repeat, found in O(n) for each of a bounded number of rounds. Each
/// window of a few items votes for its distance to the one before that is equal; the distance that
/// covers most is taken, its blocks are cut where the fewest values are alive, and the rest is
/// looked at again.
///
/// `items`: a number for what each item does and how far back it reads. `alive`: for each place
/// between two items (alive[i] is before item i; one more than items) how many values cross it.
/// Sorted by begin.
std::vector<Period> findPeriods(
    std::span<const std::uint64_t> items, std::span<const std::uint32_t> alive);

} // namespace layout::groups
