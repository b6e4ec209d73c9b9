#pragma once

#include "model/support/diagnostic.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// Findings with the same cause, shown as one row, such as twelve unreadable weights of a file.
struct ProblemGroup {
    support::Severity severity = support::Severity::Error;
    std::vector<std::uint32_t> places; ///< indices of the diagnostics, ascending; never empty
};

/// The common part of messages with the same cause: quoted names become `"…"`, numbers `#`, also in
/// `node[12]`.
std::string messagePattern(std::string_view message);

/// Groups findings by severity, rule and message pattern, in order of each group's first finding.
std::vector<ProblemGroup> groupProblems(std::span<const support::Diagnostic> problems);

} // namespace ui
