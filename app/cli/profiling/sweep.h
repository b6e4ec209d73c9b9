#pragma once

#include "app/cli/command.h"
#include "app/cli/profiling/json_progress.h"
#include "engine/plan/run_request.h"
#include "profiler/record/benchmark.h"
#include "profiler/sweep/sweep.h"

namespace cli {

/// Measures once per size and writes the result: wall and the time of each operator type. A size
/// that cannot run is a row with its reason.
support::Result<int> runSweep(const Invocation& invocation, const JsonProgress& progress,
    const profiler::SweepPlan& plan, engine::RunRequest request,
    const profiler::BenchmarkOptions& options);

} // namespace cli
