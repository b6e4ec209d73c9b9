#pragma once

#include "model/model.h"

#include <span>
#include <string>
#include <string_view>

namespace model::checks {

/// What a finding means for a run of the model.
enum class RunEffect {
    None, ///< a remark, or something that files in use get wrong and runtimes put right: order of
          ///< nodes, a domain that is not imported
    WhenNeeded, ///< the engine tells by itself if a run needs what is at fault: weights, operators
                ///< without kernel, element types
    Stops, ///< what the node or graph should compute is not defined
    StopsInMain, ///< as Stops; but a body of If, Loop or Scan, or a function, may never run with
                 ///< the sizes that were found
};

/// The rule behind the codes of findings, wherever they are made: reading, checks or inference.
struct FindingRule {
    std::string_view code;
    RunEffect effect;
    std::string_view summary; ///< what is at fault, for `check --list-rules`
};

/// By code.
std::span<const FindingRule> allFindingRules();
/// Null for a code that no rule has.
const FindingRule* findingRule(std::string_view code);

/// Of these findings about the model those for which a run is refused: errors whose rule stops a
/// run, in a part of the model that a run may reach. Codes in `tolerated` do not count; "all"
/// stands for every code.
support::Diagnostics stoppingFindings(const Model& model,
    std::span<const support::Diagnostic> findings, std::span<const std::string> tolerated = {});

} // namespace model::checks
