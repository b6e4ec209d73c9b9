#pragma once

#include "app/cli/command.h"
#include "profiler/history/history.h"

#include <string>

namespace cli {

/// Returns the document of `history`: text and Markdown for each series, CSV with one row per point
/// of every series, or JSON with everything.
std::string historyDocument(const profiler::History& history, const Invocation& invocation);

} // namespace cli
