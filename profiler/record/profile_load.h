#pragma once

#include "profiler/record/load_run.h"
#include "profiler/record/profile_run.h"

namespace profiler {

/// Measures a prepared model under load, on the CPU, and builds a Profile. Each stream has a plan
/// and a session of its own, with as many threads as the request says. All plans share one memory
/// limit and the packed weights.
///
/// First one stream is measured alone, as profilePreparation does, for at most 30 runs and a
/// quarter of the limit: LoadRecord::wall and steps. The profile has only the runs under load. If a
/// request fails, the error has its number.
support::Result<ProfiledRun> profileLoad(const engine::RunRequest& request,
    const engine::Preparation& preparation, const LoadOptions& load,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

} // namespace profiler
