#pragma once

#include "model/support/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace support {

/// Jobs that run one after the other in child processes, so that one which crashes, hangs or takes
/// too much memory takes nothing else with it.
///
///     this process ── 3 ──► worker: job(3) ── text ──► ended({3, text, ""})
///                  ── 4 ──► worker: job(4) ✝           ended({4, "", "SIGSEGV"}), a new worker
///
/// A worker is a fork of this process: the job sees everything that was made ready before. The
/// process itself must not use what does not survive a fork (the engine's threads). A job writes
/// nothing to stdout.

struct ContainedJobs {
    std::size_t count = 0; ///< they are numbered from 0
    std::function<std::string(std::size_t)> job; ///< in a worker; what it made, as text
};

struct ContainedLimits {
    std::size_t workers = 1;
    std::chrono::milliseconds time { 0 }; ///< of one job; 0 = none
    std::uint64_t memory = 0; ///< bytes of its own that a worker may take; 0 = none
};

struct ContainedEnd {
    std::size_t job = 0;
    std::string result;
    std::string crash; ///< `SIGSEGV`, `exit code 3`, `longer than 60 s`; empty if the job ended
};

/// Calls `ended` once per job, in the order in which they end, on the calling thread. After a stop
/// request all workers are killed and the rest is left out. Fails (ErrorKind::Resource) if no
/// process can be started.
Result<void> runContained(const ContainedJobs& jobs, const ContainedLimits& limits,
    const std::function<void(ContainedEnd)>& ended, const std::stop_token& stop = {});

} // namespace support
