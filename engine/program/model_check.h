#pragma once

#include "engine/plan/run_request.h"
#include "model/support/diagnostic.h"

namespace engine {

/// Returns the findings of the checker and of type inference that make a run of the request's model
/// meaningless, worst first. Leaves out rules that the request tolerates. Empty if the model may
/// run.
support::Diagnostics findingsAgainstRun(const RunRequest& request);

/// Returns an error of kind File that names the first findings. `findings` must not be empty.
support::Error refusal(const support::Diagnostics& findings);

} // namespace engine
