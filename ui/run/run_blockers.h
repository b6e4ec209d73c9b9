#pragma once

#include "model/model.h"

#include <QString>

#include <cstddef>
#include <string>

namespace ui {

struct RunSettings;

/// What prevents a run of a model, as far as it is known without the engine: errors that make the
/// model's meaning unclear, and unreadable weights. Operators without a kernel are not included,
/// because only a plan finds them.
struct RunBlockers {
    support::Diagnostics findings; ///< ignored if RunSettings::runDespiteProblems is set
    /// Unreadable weights of the main graph; RunSettings::randomWeights replaces them.
    std::size_t weights = 0;
    std::string firstWeight; ///< why the first of them cannot be read
};

/// Computes the blockers from a model and its findings.
RunBlockers blockersOf(const model::Model& model, const support::Diagnostics& findings);

bool hasStoppingFindings(const RunBlockers& blockers, const RunSettings& settings);
bool hasStoppingWeights(const RunBlockers& blockers, const RunSettings& settings);
/// The reasons in one text; empty if a run may start. Another engine judges the model itself.
QString blockerText(const RunBlockers& blockers, const RunSettings& settings);
/// Counts of all findings, as `2 errors, 1 note · the model cannot run`.
QString standingText(const support::Diagnostics& problems);

} // namespace ui
