#pragma once

#include "engine/executor.h"

namespace engine {

/// Sees every step of a run when its outputs are there and its inputs still are, and may put other
/// values in their places. An error ends the run.
class Witness {
public:
    virtual ~Witness() = default;
    virtual Result<void> afterStep(Executor& executor, const PlanStep& step) = 0;
};

/// Runs a plan once, without a session. `inputs` are of the types it was made for.
Result<void> runWitnessed(const Plan& plan, std::span<const RuntimeValue> inputs, Witness& witness,
    std::stop_token stop = {});

} // namespace engine
