#pragma once

#include "profiler/tables/metadata.h"

namespace profiler::keys {

/// What the user said about the source code that was measured. Absent if nothing was said; the
/// user's text for the measurement is `tag`.
inline constexpr std::string_view commit = "source.commit"; ///< id in the version control
inline constexpr std::string_view commitTime = "source.commit_time_ns"; ///< UTC, since 1970

} // namespace profiler::keys
