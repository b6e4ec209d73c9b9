#pragma once

#include "profiler/tables/profile.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <optional>

namespace ui {

/// The run that a view shows: the one in its middle, unless the view is over twice as long as that
/// run. Index into Profile::runs.
std::optional<std::uint32_t> runInView(
    const profiler::Profile& profile, const profiler::TimeSpan& view);

/// Where the ruler's zero is, ns: the start of the run that is shown, else that of the first run.
std::int64_t rulerZero(const profiler::Profile& profile, const profiler::TimeSpan& view);

} // namespace ui
