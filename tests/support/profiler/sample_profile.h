#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace testing {

/// A small made-up profile: a convolution net of `steps` steps, warm-up, then profiled and
/// unprofiled runs in rounds of four. Figures are the same for the same arguments. With a Loop step
/// whose body runs three times, an inserted reorder, folded and fused nodes, memory, counters.
struct SampleShape {
    std::uint32_t steps = 8;
    std::uint32_t rounds = 10; ///< of two profiled and two unprofiled runs
    std::uint32_t warmUp = 3;
    std::string_view nodeName = "conv"; ///< to try names that bite
};
std::shared_ptr<const profiler::Profile> sampleProfile(const SampleShape& shape = {});

/// A profile from lines, times in ns, indented spans lie inside the one above them:
///
///     run 0 1000
///       Conv 100 400
///         reorder 120 20
///       Relu 600 100
///
/// A line is TYPE START DURATION; `run` begins a run, `reorder copy wait alloc dispatch` are phases
/// of the step above, other words are operator types. A step of the same type at the same place of
/// each run is the same step. `reorder!` and `copy!` are steps of that kind.
std::shared_ptr<const profiler::Profile> profileFromText(std::string_view lines);

/// Steps, runs and slices, one per line, to compare profiles.
std::string profileText(const profiler::Profile& profile);

} // namespace testing
