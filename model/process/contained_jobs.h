#pragma once

#include "model/support/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace support {

/// Jobs that run in child processes, one after the other in each. A job that crashes, hangs or uses
/// too much memory does not affect this process.
///
///     this process ── 3 ──► worker: job(3) ── text ──► ended({3, text, ""})
///                  ── 4 ──► worker: job(4) ✝           ended({4, "", "SIGSEGV"}), a new worker
///
/// A worker is a fork of this process, so a job can use all data that was prepared before. The
/// process must not use anything that does not survive a fork, such as the engine's threads. A job
/// must not write to stdout.

struct ContainedJobs {
    std::size_t count = 0; ///< jobs are numbered from 0
    std::function<std::string(std::size_t)> job; ///< called in a worker; returns its result as text
};

struct ContainedLimits {
    std::size_t workers = 1;
    std::chrono::milliseconds time { 0 }; ///< for one job; 0 = no limit
    std::uint64_t memory = 0; ///< bytes of data segment per worker (RLIMIT_DATA); 0 = no limit;
                              ///< ignored in sanitizer builds
};

struct ContainedEnd {
    std::size_t job = 0;
    std::string result;
    std::string crash; ///< `SIGSEGV`, `exit code 3`, `longer than 60 s`; empty if the job succeeded
};

/// Runs the jobs and calls `ended` once per job, in the order in which they end, on the calling
/// thread. After a stop request all workers are killed and the remaining jobs are skipped. Fails
/// (ErrorKind::Resource) if a process or pipe cannot be created.
Result<void> runContained(const ContainedJobs& jobs, const ContainedLimits& limits,
    const std::function<void(ContainedEnd)>& ended, const std::stop_token& stop = {});

} // namespace support
