#pragma once

#include "model/model.h"

#include <span>
#include <string>
#include <string_view>

namespace model::checks {

/// The effect of a finding on a run of the model.
enum class RunEffect {
    None, ///< a remark, or a common mistake that runtimes correct: order of nodes, a domain that is
          ///< not imported
    WhenNeeded, ///< the engine reports it if a run needs the faulty part: weights, operators
                ///< without a kernel, element types
    Stops, ///< the result of the node or graph is undefined
    StopsInMain, ///< as Stops, but only in the main graph: a body of If, Loop or Scan, or a
                 ///< function, may never run with the inferred sizes
};

/// The rule of a finding's code. Codes come from reading, checks and inference.
struct FindingRule {
    std::string_view code;
    RunEffect effect;
    std::string_view summary; ///< what is wrong, for `check --list-rules`
};

/// Returns all rules, sorted by code.
std::span<const FindingRule> allFindingRules();
/// Returns the rule of a code; null if there is none.
const FindingRule* findingRule(std::string_view code);

/// Returns the findings that prevent a run: errors whose rule stops a run, in a part of the model
/// that a run can reach. Codes in `tolerated` are ignored; "all" means every code.
support::Diagnostics stoppingFindings(const Model& model,
    std::span<const support::Diagnostic> findings, std::span<const std::string> tolerated = {});

} // namespace model::checks
