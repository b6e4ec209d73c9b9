#pragma once

#include "model/model.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace model::checks {

/// One check of a complete model. Findings of reading (names, cycles, weights, versions) and of
/// inference (types, shapes) are reported there; checks report the others.
struct Check {
    std::string_view name; ///< stable id, first part of the codes of its findings
    std::string_view summary; ///< what it checks, for `check --list-rules`
    void (*run)(const Model& model, support::Diagnostics& diagnostics);
};

/// Returns all checks in the order in which they run and are listed.
std::span<const Check> allChecks();

/// Runs all checks. After a stop request the remaining checks are skipped.
support::Diagnostics runChecks(const Model& model, const std::stop_token& stop = {});

} // namespace model::checks
