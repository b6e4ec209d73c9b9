#pragma once

#include "profiler/history/history.h"

#include <string>
#include <string_view>

namespace profiler {

/// The history of a folder as one HTML page that loads nothing, in light and dark. `title` names
/// the folder.
std::string historyHtml(const History& history, std::string_view title);

} // namespace profiler
