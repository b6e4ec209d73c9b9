#pragma once

#include "model/model.h"

#include <stop_token>

namespace model::checks {

/// Runs all checks of a complete model. Findings of reading (names, cycles, weights, versions) and
/// of inference (types, shapes) are reported there; checks report the others. After a stop request
/// the remaining checks are skipped.
support::Diagnostics runChecks(const Model& model, const std::stop_token& stop = {});

} // namespace model::checks
