#pragma once

#include <cstdint>
#include <string>

namespace profiler {

/// Returns an instant in UTC, `seconds` since 1970, in a form of strftime, without blanks around
/// it. Empty if the year cannot be represented.
std::string utcText(std::int64_t seconds, const char* form);

} // namespace profiler
