#pragma once

#include "engine/inputs/inputs.h"
#include "engine/kernel/epilogue_rules.h"
#include "engine/kernel/libraries.h"
#include "engine/plan/planner.h"
#include "engine/plan/run_request.h"
#include "engine/plan/setting_names.h"
#include "engine/program/recomputed.h"
#include "engine/run/session.h"

#include <memory>
#include <string>
#include <vector>

namespace engine {

/// Decisions and findings of a preparation, for messages and the JSON of the command line.
struct PrepareReport {
    support::Diagnostics refused; ///< findings about the model that stop a run
    std::vector<UnsupportedOperator>
        unsupported; ///< operators that cannot run here, with their nodes
    std::vector<std::string> missingOutputs; ///< model outputs that a partial run cannot compute
    std::vector<std::string> randomWeights; ///< weights that were missing and are random
    model::Binding dims; ///< sizes of the named dimensions of the inputs
    std::vector<std::string>
        unboundDims; ///< those of `dims` that nothing sets: 1, or derived from others
    std::map<std::string, std::string> linkedDims; ///< those that are derived, and how
    std::vector<std::string> notices; ///< of the device: what is missing and what runs instead
    std::uint64_t seed = 0;
    int threads = 1;
};

struct Preparation {
    Result<std::shared_ptr<const Plan>> plan;
    Inputs inputs; ///< ready to run
    PrepareReport report; ///< filled as far as preparation came, also when `plan` is an error
};

/// Does everything before the first run: checks the model, makes the inputs, builds and optimises
/// the program, chooses kernels, plans memory. The plan is an error of kind Unsupported if
/// operators have no kernel or weights are missing, Resource for memory, File for a model that
/// breaks rules a run needs.
Preparation prepare(const RunRequest& request);

/// The same for inputs that the caller made. Memory comes from `pool`; if null, from a new pool
/// with the request's limit.
Preparation prepare(
    const RunRequest& request, Inputs inputs, std::shared_ptr<MemoryPool> pool = nullptr);

/// Returns the version that the loaded oneDNN reports, such as `2.6.3`; empty in a build without
/// it.
std::string onednnVersion();

} // namespace engine
