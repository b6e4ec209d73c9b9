#pragma once

#include "app/cli/fleet/job_files.h"
#include "app/cli/fleet/machine_lock.h"

#include <functional>

namespace cli {

struct JobEnd {
    enum class Kind {
        Measured,
        Skipped, ///< the result was there
        Failed, ///< for good
        Interrupted,
    };
    Kind kind = Kind::Measured;
    std::optional<JobFailure> failure {};
};

struct JobRun {
    std::filesystem::path folder {}; ///< of results; must exist
    std::filesystem::path lock = defaultMachineLock;
    std::stop_token stop {};
    std::function<void()> waits {}; ///< another program measures on this machine
    std::function<void(const JobFailure&)> failed {}; ///< once; the job is tried again
};

/// Carries out one job: skips it if its result is there, else measures to a private file, which
/// gets the result's name if the measurement ended with code 0. Two programs may run the same job:
/// both results are whole, and the later one stays. Tries again after failures that may pass
/// (JobFailure::isFinal).
///
/// Fails with ErrorKind::Usage if the plan is of another version of this program, and if files of
/// the folder cannot be written.
support::Result<JobEnd> runJob(const Plan& plan, const Job& job, const JobRun& run);

} // namespace cli
