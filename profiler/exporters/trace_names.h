#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

namespace profiler {

/// Names of slices in traces (Chrome, Perfetto).

/// `run`, `op`, `phase`, `gpu`, `drop`, `note`.
std::string_view traceCategory(SliceKind kind);
/// Name of a slice: of device work the name of the kernel or call; else the step's label, `run 7`,
/// or the category.
std::string traceName(const Profile& profile, std::size_t slice);

/// `kernel`, `reorder`, `copy`, `dispatch`, `wait`, `allocation`.
std::string_view phaseName(engine::Phase phase);

} // namespace profiler
