#pragma once

#include "profiler/tables/profile.h"

#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// How much the threads of a run worked while its steps ran.
///
///     engine     |== alone ==|== piece ==|· waits ·|= alone =|      one step
///     worker 1                |==== piece ========|
///
/// Busy time is the step's own time without the waits of the engine's thread for other work slices,
/// plus the work slices of the other threads. The share is busy time / (`threads` × own time). A
/// step that is not divided over T threads is busy for 1 / T.
struct ThreadUse {
    std::uint32_t threads = 0; ///< the engine's included; 0: no others were recorded
    /// By step, 0..1. Nothing for steps that did not run, that ran on another device, or that may
    /// have used threads of a library that were not recorded.
    std::vector<std::optional<double>> busy;
};

/// Computes the use over these runs (indices into Profile::runs).
ThreadUse threadUse(const Profile& profile, std::span<const std::uint32_t> runs);

} // namespace profiler
