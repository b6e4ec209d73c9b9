#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace testing {

/// A small synthetic profile: a convolutional network of `steps` steps with warm-up, then profiled
/// and unprofiled runs in rounds of four. Includes a Loop step whose body runs three times, an
/// inserted reorder, folded and fused nodes, memory and counters. The same arguments give the same
/// figures.
struct SampleShape {
    std::uint32_t steps = 8;
    std::uint32_t rounds = 10; ///< of two profiled and two unprofiled runs each
    std::uint32_t warmUp = 3;
    std::string_view nodeName = "conv"; ///< to test unusual names
};
std::shared_ptr<const profiler::Profile> sampleProfile(const SampleShape& shape = {});

/// Builds a profile from lines. Times are in ns; indented spans are inside the span above:
///
///     run 0 1000
///       Conv 100 400
///         reorder 120 20
///       Relu 600 100
///
/// A line is TYPE START DURATION. `run` begins a run; `reorder`, `copy`, `wait`, `alloc` and
/// `dispatch` are phases of the step above; other words are operator types. Steps with the same
/// type and position in several runs are one step. `reorder!` and `copy!` are steps of these kinds.
std::shared_ptr<const profiler::Profile> profileFromText(std::string_view lines);

/// Steps, runs and slices, one per line, to compare profiles.
std::string profileText(const profiler::Profile& profile);

} // namespace testing
