#pragma once

#include "model/support/diagnostic.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// Findings with one cause: twelve unreadable weights of one file are one row.
struct ProblemGroup {
    support::Severity severity = support::Severity::Error;
    std::vector<std::uint32_t>
        places; ///< indices into the diagnostics, in their order; never empty
};

/// What two messages of one cause have in common: quoted names become `"…"`, numbers `#`, also in
/// `node[12]`.
std::string messagePattern(std::string_view message);

/// Groups by severity, rule and message pattern; in order of each group's first finding.
std::vector<ProblemGroup> groupProblems(std::span<const support::Diagnostic> problems);

} // namespace ui
