#pragma once

#include "model/support/diagnostic.h"

namespace model::checks {

/// Returns the findings of `after` that `before` does not have. Paths are not compared: they change
/// with the number of nodes.
support::Diagnostics newFindings(
    const support::Diagnostics& before, const support::Diagnostics& after);

} // namespace model::checks
