#pragma once

#include "app/cli/command.h"

namespace cli {

/// Answers requests until the input ends (docs/serve.md). Messages come from standard input and go
/// to what was standard output; whatever else prints goes to standard error. One request at a time:
/// a thread reads the input, so that a request to cancel is seen during a run.
support::Result<int> serve(const Invocation& invocation);

} // namespace cli
