#pragma once

#include "app/cli/command.h"
#include "engine/engine.h"

/// One function per file in commands/.
namespace cli {

Command inspectCommand();
Command checkCommand();
Command drawCommand();
Command runCommand();
Command verifyCommand();

/// The error of a preparation with the list of operators that cannot run, one per line.
support::Error explainUnsupported(const engine::Preparation& prepared);

} // namespace cli
