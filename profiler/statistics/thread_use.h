#pragma once

#include "profiler/tables/profile.h"

#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// How far the threads of a run were at work while its steps ran.
///
///     engine     |== alone ==|== piece ==|· waits ·|= alone =|      one step
///     worker 1                |==== piece ========|
///
/// Busy is what the engine's thread did (the step's own time without where it waited for others to
/// finish their pieces) and the pieces of the other threads, of `threads` times the step's own
/// time. A step that is not divided over T threads is busy for 1 / T.
struct ThreadUse {
    std::uint32_t threads = 0; ///< the engine's included; 0: nothing was told of others
    /// By step, 0..1. Nothing for steps that did not run, that run on another device, and that may
    /// have used threads which nobody saw (a library's own).
    std::vector<std::optional<double>> busy;
};

/// Over these runs (indices into Profile::runs).
ThreadUse threadUse(const Profile& profile, std::span<const std::uint32_t> runs);

} // namespace profiler
