#pragma once

#include "app/cli/command.h"
#include "app/cli/fleet/plan.h"

#include <filesystem>
#include <vector>

namespace cli {

/// Returns the indices that `--jobs` names (`0-9,12`), else all. Fails with ErrorKind::Usage for
/// others than those of the plan.
support::Result<std::vector<std::size_t>> chosenJobs(const Arguments& arguments, const Plan& plan);

/// `plan run`: the chosen jobs one after the other. Those that are done are skipped. Jobs of other
/// classes of machines than `--machine-class` are left out.
support::Result<int> runPlan(
    const Invocation& invocation, const Plan& plan, const std::filesystem::path& folder);

/// `plan run-job`: one job. Returns 0 if its result is there, else the exit code of its failure.
support::Result<int> runOneJob(const Invocation& invocation, const Plan& plan, std::size_t index,
    const std::filesystem::path& folder);

/// `plan status`: which jobs are done, failed and missing. Returns 1 if not all are done.
support::Result<int> showStatus(
    const Invocation& invocation, const Plan& plan, const std::filesystem::path& folder);

} // namespace cli
