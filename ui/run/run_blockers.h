#pragma once

#include "model/model.h"

#include <QString>

#include <cstddef>
#include <string>

namespace ui {

struct RunSettings;

/// What is known to stop a run of a model before the engine is asked: errors about what the model
/// means, and weights that cannot be read. Operators without a kernel are not among it: only a plan
/// tells.
struct RunBlockers {
    support::Diagnostics findings; ///< RunSettings::runDespiteProblems lets them pass
    std::size_t weights = 0; ///< of the main graph; RunSettings::randomWeights stands in for them
    std::string firstWeight; ///< why the first of them cannot be read
};

/// Of a model with all that was found about it.
RunBlockers blockersOf(const model::Model& model, const support::Diagnostics& findings);

bool hasStoppingFindings(const RunBlockers& blockers, const RunSettings& settings);
bool hasStoppingWeights(const RunBlockers& blockers, const RunSettings& settings);
/// `2 problems of the model stop a run`, with what they are; empty if a run may start.
QString blockerText(const RunBlockers& blockers, const RunSettings& settings);
/// `2 errors, 1 note · the model cannot run`; of everything found.
QString standingText(const support::Diagnostics& problems);

} // namespace ui
