#pragma once

#include "app/cli/command.h"
#include "engine/plan/engine.h"

/// One function per file in commands/.
namespace cli {

Command inspectCommand();
Command checkCommand();
Command drawCommand();
Command runCommand();
Command profileCommand();
Command verifyCommand();
Command compareCommand();
Command baselineCommand();
Command historyCommand();
Command exportCommand();
Command editCommand();
Command convertCommand();
Command extractCommand();
Command mergeCommand();
Command quantizeCommand();
Command operatorsCommand();
Command importCommand();
Command recoverCommand();
Command selftestCommand();
Command enginesCommand();
Command gpuCommand();
Command serveCommand();
Command planCommand();
Command packCommand();
Command completionCommand();

/// Checks the options of a parsed `profile` and its model as the command would, and measures
/// nothing.
support::Result<void> checkProfile(const Invocation& invocation);

/// Returns the error of a preparation with the list of operators that cannot run, one per line.
support::Error explainUnsupported(const engine::Preparation& prepared);
/// Writes to stderr what was decided for the user: dimensions of 1, random weights, missing
/// outputs.
void printDefaults(const Invocation& invocation, const engine::PrepareReport& report);

} // namespace cli
