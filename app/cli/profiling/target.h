#pragma once

#include "app/cli/command.h"
#include "app/cli/profiling/json_progress.h"
#include "profiler/remote/remote_profile.h"

#include <vector>

/// `profile --target ssh:HOST`: the measurement is done on another computer (docs/remote.md).
namespace cli {

/// `--target`, `--target-program`.
std::vector<Option> targetOptions();

/// Starts ssh if there is a target: it needs the rights that the sandbox takes.
support::Result<void> startTarget(Invocation& invocation);

/// Measures on the target with the options of `command`, which are passed on except those about
/// files and reports here. Files of inputs, weights and plug-ins are copied there. Fails with
/// ErrorKind::Usage for options that need this computer.
support::Result<profiler::RemoteOutcome> measureOnTarget(
    const Invocation& invocation, const Command& command, const JsonProgress& progress);

/// The option `--end-with-stdin` of a command that is started on another computer.
Option endWithStdinOption();
/// With it: when standard input ends, this process is asked to stop as by Ctrl+C.
void watchStandardInput(const Arguments& arguments);

} // namespace cli
