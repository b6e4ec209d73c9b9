#pragma once

#include "app/cli/command.h"

/// One function per file in commands/.
namespace cli {

Command inspectCommand();
Command checkCommand();
Command drawCommand();

} // namespace cli
