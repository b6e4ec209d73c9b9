#pragma once

#include "profiler/tables/profile.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <optional>

namespace ui {

/// The index in Profile::runs of the run in the middle of the view. Empty if there is none, or if
/// the view is more than twice as long as that run.
std::optional<std::uint32_t> runInView(
    const profiler::Profile& profile, const profiler::TimeSpan& view);

/// The time of the ruler's zero, in nanoseconds: the start of runInView(), else of the first run.
std::int64_t rulerZero(const profiler::Profile& profile, const profiler::TimeSpan& view);

} // namespace ui
