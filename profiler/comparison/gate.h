#pragma once

#include "profiler/comparison/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Checks whether B may replace A: nothing may be slower than a limit. The complete interval
/// decides:
///
///     beyond     it lies above the limit       A ────┤limit├──── [──•──]
///     within     it lies below the limit       A ─[──•──]──┤limit├──────
///     undecided  the limit is inside it        A ─────[──•──┤limit├─]───
///
/// Beyond also needs an adjusted p of at most 0.002, which takes ten rounds for the wall and 18 for
/// one of 200 operators. So equal things fail a gate once in a thousand times. For a change that is
/// far beyond the limit (Change::isFarBeyond) 8 rounds are enough. An operator below 1 % of the
/// wall can fail a gate, but cannot leave it undecided.

struct GateLimits {
    std::optional<double> wall; ///< as a share, for example 0.03
    std::optional<double> perOperator;
};

enum class GateResult : std::uint8_t { Within, Beyond, Undecided };
std::string_view gateResultName(GateResult result);

struct GateRow {
    std::string name; ///< `wall`, or the row's label
    std::optional<std::size_t> row; ///< index into Comparison::rows; nothing for the wall
    double limit = 0;
    Change change;
    GateResult result = GateResult::Within;
    std::string reason; ///< for Beyond and Undecided

    bool isWall() const { return !row; }
};

struct GateOutcome {
    std::vector<GateRow> rows; ///< the wall, then operators as in the comparison
    std::vector<std::string> help; ///< for an undecided gate: the problem and what would help

    std::size_t count(GateResult result) const;
    /// The outcome of an operator, given its index in Comparison::rows; null if it was not judged.
    const GateRow* ofOperator(std::size_t row) const;
    /// Returns Beyond if any row is; otherwise Undecided if there is `help`; otherwise Within.
    GateResult result() const;
};
/// Applies the limits to a comparison.
GateOutcome applyGate(const Comparison& comparison, const GateLimits& limits);

} // namespace profiler
