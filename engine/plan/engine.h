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

/// What had to be decided or was found while a run was prepared; for people and for the json of the
/// command line.
struct PrepareReport {
    support::Diagnostics refused; ///< findings about the model that stop a run
    std::vector<UnsupportedOperator>
        unsupported; ///< operators that cannot run here, with their nodes
    std::vector<std::string> missingOutputs; ///< model outputs that a partial run cannot compute
    std::vector<std::string> randomWeights; ///< weights that were missing and are random
    model::Binding dims; ///< sizes of the named dimensions of the inputs
    std::vector<std::string>
        unboundDims; ///< of them, those nobody bound: they are 1, or follow from others
    std::map<std::string, std::string> linkedDims; ///< of these, those that follow, and how
    std::vector<std::string> notices; ///< of the device: what is missing and what runs instead
    std::uint64_t seed = 0;
    int threads = 1;
};

struct Preparation {
    Result<std::shared_ptr<const Plan>> plan;
    Inputs inputs; ///< ready to run
    PrepareReport report; ///< filled as far as preparation came, also when `plan` is an error
};

/// Everything before the first run: checks of the model, inputs, program, passes, kernels, memory.
/// The plan is an error of kind Unsupported if operators have no kernel or weights are missing,
/// Resource for memory, File for a model that breaks rules a run needs.
Preparation prepare(const RunRequest& request);

/// The same for inputs at hand. Memory comes from `pool`, or from a new one under the request's
/// limit.
Preparation prepare(
    const RunRequest& request, Inputs inputs, std::shared_ptr<MemoryPool> pool = nullptr);

/// The version of oneDNN that kernels of the library tier call, as it tells itself: `2.6.3`; empty
/// in a build without it.
std::string onednnVersion();

} // namespace engine
