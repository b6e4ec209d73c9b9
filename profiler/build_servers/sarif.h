#pragma once

#include "model/support/diagnostic.h"
#include "profiler/linter/linter.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which GitHub code
/// scanning and other programs show. The numbers of sections are those of the standard.

struct SarifRule {
    std::string id; ///< `input-undefined`
    std::string summary;
    std::string help; ///< what to do; empty: the summary
};

/// A node or another part of a model (3.33 logicalLocation).
struct SarifPlace {
    std::string path; ///< unique: `graph/node[12]`
    std::string name; ///< `conv1`; may be empty
};

struct SarifResult {
    std::string rule;
    support::Severity severity = support::Severity::Warning;
    std::string message;
    std::vector<SarifPlace> places; ///< several for a finding about several steps
};

/// Returns the document. `artifact` is the file that was examined, as the user named it: a relative
/// path becomes a URI relative to `%SRCROOT%` (3.4.4), so the program should be called in the root
/// of the repository. A rule of a result should be among `rules`.
std::string sarifText(std::string_view artifact, std::span<const SarifRule> rules,
    std::span<const SarifResult> results);

/// Returns the findings of the linter as such a document. `artifact` is the model that was
/// measured.
std::string lintSarif(
    std::string_view artifact, const Profile& profile, std::span<const Finding> findings);

} // namespace profiler
