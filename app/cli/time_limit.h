#pragma once

#include "app/cli/command.h"

#include <chrono>

namespace cli {

/// `--time-limit`, of commands that run models (Command::limitsTime).
Option timeLimitOption();

/// Runs a command for at most the time of `--time-limit`, if it is given. Then the command is asked
/// to stop, as by Ctrl+C, and fails with ErrorKind::Resource; --json-progress tells it at once. A
/// command that runs on is ended with the process.
support::Result<int> runWithinTime(const Command& command, Invocation& invocation);

} // namespace cli
