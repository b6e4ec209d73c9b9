#pragma once

#include "app/cli/command.h"
#include "app/cli/fleet/plan.h"

#include <filesystem>
#include <vector>

namespace cli {

/// Options of `plan slurm` and `plan kubernetes`.
std::vector<Option> clusterOptions();

/// What scripts need besides the plan. Paths are absolute.
struct ClusterPaths {
    std::filesystem::path plan;
    std::filesystem::path folder; ///< of results
};

/// Returns the script of an array of Slurm: `sbatch FILE`. The jobs of the plan must be of one
/// class of machines, which becomes the constraint of the array.
support::Result<std::string> slurmScript(
    const Arguments& arguments, const Plan& plan, const ClusterPaths& paths);

/// Returns the manifest of an Indexed Job of Kubernetes, as YAML.
support::Result<std::string> kubernetesManifest(
    const Arguments& arguments, const Plan& plan, const ClusterPaths& paths);

} // namespace cli
