#pragma once

#include "profiler/charts/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Steps of one scope that follow each other, as one span above their bars.
///
///     steps     |q_proj|k_proj|Attention|gate|up|down|
///     level 0   |========== layers.7 ================|
///     level 1   |===== self_attn =======|=== mlp ====|
///
/// Names are split at `/`, else at `.`; what all of them begin with and the last part, the node's
/// own, are left out. Steps that come from no node (reorders) neither end nor widen a span.
struct ScopeSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t scope = 0; ///< position in ScopeLevel::names
    std::uint32_t run = Slices::none;
    std::uint32_t first = 0; ///< slice of the first step
    std::uint32_t last = 0; ///< slice of the last one
    std::uint32_t steps = 0;
};

/// One row: spans ascend and do not overlap.
struct ScopeLevel {
    std::vector<std::string> names; ///< `layers.7/self_attn`; with the names of the levels above
    std::vector<ScopeSpan> spans;

    /// First span, of those from `from` on, that ends after a time; the number of spans if there is
    /// none. It is expected about `near` spans behind `from`.
    std::size_t firstAfter(std::int64_t timeNs, std::size_t from, std::size_t near) const;
    std::size_t firstAfter(std::int64_t timeNs) const;
    std::optional<std::size_t> at(std::int64_t timeNs) const;
};

/// Of the row with the most steps that are not nested in others; at most `most` levels. Empty if
/// the nodes' names have no scopes, or all are in one.
std::vector<ScopeLevel> scopeLevels(const Timeline& timeline, std::size_t most = 3);

} // namespace profiler
