#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

namespace profiler {

/// Words that both forms of a trace (Chrome, Perfetto) use.

/// `run`, `op`, `phase`, `gpu`, `drop`, `note`.
std::string_view traceCategory(SliceKind kind);
/// Of a device the name of the kernel or call; else the step's label, `run 7`, or the category.
std::string traceName(const Profile& profile, std::size_t slice);

/// `kernel`, `reorder`, `copy`, `dispatch`, `wait`, `allocation`.
std::string_view phaseName(engine::Phase phase);

} // namespace profiler
