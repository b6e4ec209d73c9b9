#pragma once

#include "profiler/record/benchmark.h"
#include "profiler/record/request_schedule.h"

#include <functional>
#include <span>

namespace profiler {

/// Executes the requests of one stream, always on the same thread, which is none of the others'.
struct LoadStream {
    RunOnce run; ///< one request
    std::function<void()> afterRun = {}; ///< not timed; for example frees outputs
};

/// Loads a model with requests and measures them. Each stream has a thread. First come the warm-up
/// runs of all streams at the same time (BenchmarkOptions::warmUpRuns, default 10 each), then all
/// begin together. Every stream alternates requests with and without recording as runBenchmark
/// does; Benchmark::load has all of them.
///
/// Of the options it uses warmUpRuns, unprofiled, level (up to Phases), recorderBytes (of all
/// streams together), spillFolder and orderSeed. A request that fails ends the load, with the error
/// and the number of the request. The stop token ends it and keeps the complete requests; fails
/// with Cancelled if no recorded one is complete. `onRun` is called after some requests, from the
/// thread of a stream, one call at a time.
support::Result<Benchmark> runLoad(std::span<const LoadStream> streams, const LoadOptions& load,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

} // namespace profiler
