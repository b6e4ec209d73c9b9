#pragma once

#include "model/model.h"

#include <span>
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

support::Diagnostics runChecks(const Model& model);

} // namespace model::checks
