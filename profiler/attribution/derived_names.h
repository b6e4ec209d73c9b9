#pragma once

#include <string_view>

namespace profiler {

/// Removes one prefix or suffix that another runtime puts around the name of a node or value when
/// it fuses or copies: `conv1_nchwc` gives `conv1`, `fused fc` gives `fc`. Empty if the name has
/// none.
std::string_view withoutAddition(std::string_view name);

/// Names from a file may be long: callers of withoutAddition() stop after as many removals.
constexpr int maxRemovedAdditions = 64;

} // namespace profiler
