#pragma once

#include "profiler/comparison/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Whether B may replace A: nothing may be slower than a limit. The whole interval decides:
///
///     beyond     it lies above the limit       A ────┤limit├──── [──•──]
///     within     it lies below                 A ─[──•──]──┤limit├──────
///     undecided  the limit is inside it        A ─────[──•──┤limit├─]───
///
/// Beyond needs p of 0.002 at most besides, with all rows in view, which takes ten rounds for the
/// wall and 18 for one of 200 operators: equal things fail a gate once in a thousand tries. Of a
/// change that is far beyond the limit (Change::isFarBeyond) 8 rounds tell. An operator below 1 %
/// of the wall cannot leave the gate undecided, only fail it.

struct GateLimits {
    std::optional<double> wall; ///< as a share: 0.03
    std::optional<double> perOperator;
};

enum class GateResult : std::uint8_t { Within, Beyond, Undecided };
std::string_view gateResultName(GateResult result);

struct GateRow {
    std::string name; ///< `wall`, or the row's label
    bool isWall = false; ///< an operator may be called so too
    double limit = 0;
    Change change;
    GateResult result = GateResult::Within;
    std::string reason; ///< of Beyond and Undecided
};

struct GateOutcome {
    std::vector<GateRow> rows; ///< the wall, then operators as in the comparison
    std::vector<std::string> help; ///< of an undecided gate: what is wrong and what would help

    std::size_t count(GateResult result) const;
    /// Beyond, if anything is; else Undecided, if anything is.
    GateResult result() const;
};
GateOutcome applyGate(const Comparison& comparison, const GateLimits& limits);

} // namespace profiler
