#pragma once

#include "profiler/charts/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Consecutive steps of one scope, shown as one span above their bars.
///
///     steps     |q_proj|k_proj|Attention|gate|up|down|
///     level 0   |========== layers.7 ================|
///     level 1   |===== self_attn =======|=== mlp ====|
///
/// Scopes are those of StepScopes. Steps without node (reorders) neither end nor widen a span.
struct ScopeSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t scope = 0; ///< position in ScopeLevel::names
    std::uint32_t run = Slices::none;
    std::uint32_t first = 0; ///< slice of the first step
    std::uint32_t last = 0; ///< slice of the last one
    std::uint32_t steps = 0;
};

/// One row of spans, which ascend and do not overlap.
struct ScopeLevel {
    /// `layers.7/self_attn`, includes the names of the levels above.
    std::vector<std::string> names;
    std::vector<std::string> titles; ///< without the names of the levels above: `self_attn`
    std::vector<ScopeSpan> spans;

    /// Returns the first span from `from` on that ends after a time; the number of spans if there
    /// is none. It is expected about `near` spans after `from`.
    std::size_t firstAfter(std::int64_t timeNs, std::size_t from, std::size_t near) const;
    std::size_t firstAfter(std::int64_t timeNs) const;
    std::optional<std::size_t> at(std::int64_t timeNs) const;
};

/// Returns at most `most` levels, for the timeline row with the most top-level steps. Empty if the
/// names of the nodes have no scopes, or if all nodes are in one scope.
std::vector<ScopeLevel> scopeLevels(const Timeline& timeline, std::size_t most = 3);

} // namespace profiler
