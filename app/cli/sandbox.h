#pragma once

#include "app/cli/command.h"

namespace cli {

/// The option `--sandbox`.
Option sandboxOption();

/// Takes from this process what the command does not need (support::confine), as `--sandbox` says:
/// a model from a stranger that takes over the program still cannot write elsewhere, reach the
/// network or start programs. To be called before plugins, models and threads. Fails with
/// ErrorKind::Resource if `--sandbox on` asks for more than this kernel has.
support::Result<void> enterSandbox(const Command& command, const Invocation& invocation);

} // namespace cli
