#pragma once

#include "model/model.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace model::checks {

/// One rule over a whole model. What is found while reading (names, cycles, weights, versions) and
/// inferring (types, shapes) is reported there; a check looks at the rest.
struct Check {
    std::string_view name; ///< stable id, first part of its diagnostics' codes
    std::string_view summary; ///< what it looks for, for `check --list-rules`
    void (*run)(const Model& model, support::Diagnostics& diagnostics);
};

/// In the order they run and are listed.
std::span<const Check> allChecks();

/// Stopped, it leaves out the checks that are left.
support::Diagnostics runChecks(const Model& model, const std::stop_token& stop = {});

} // namespace model::checks
