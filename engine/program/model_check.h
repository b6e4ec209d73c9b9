#pragma once

#include "engine/plan/run_request.h"
#include "model/support/diagnostic.h"

#include <string>

namespace engine {

/// What the checker and inference find in the model of a request that makes a run meaningless,
/// worst first; without the rules that the request tolerates. Empty: it may run.
support::Diagnostics findingsAgainstRun(const RunRequest& request);

/// The first of them in one sentence, as an error of kind File. `findings` is not empty.
support::Error refusal(const support::Diagnostics& findings);

} // namespace engine
