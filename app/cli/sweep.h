#pragma once

#include "app/cli/command.h"
#include "app/cli/json_progress.h"
#include "engine/run_request.h"
#include "profiler/benchmark.h"
#include "profiler/sweep.h"

namespace cli {

/// Measures once per size and writes the curve: wall and the time of each operator type. A size
/// that cannot run is a row with its reason.
support::Result<int> runSweep(const Invocation& invocation, const JsonProgress& progress,
    const profiler::SweepPlan& plan, engine::RunRequest request,
    const profiler::BenchmarkOptions& options);

} // namespace cli
