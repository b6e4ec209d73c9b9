#pragma once

#include "engine/run/executor.h"

namespace engine {

/// Sees every step of a run when its outputs are there and its inputs still are, and may put other
/// values in their places. An error ends the run.
class Witness {
public:
    virtual ~Witness() = default;
    virtual Result<void> afterStep(Executor& executor, const PlanStep& step) = 0;
};

/// Runs a plan once, without a session. `inputs` are of the types it was made for. Where the plan
/// is for a device, values of that device lie there: see onHost() and bringIn().
Result<void> runWitnessed(const Plan& plan, std::span<const RuntimeValue> inputs, Witness& witness,
    std::stop_token stop = {});

/// What a value of the run is now, where this processor can read it: one that lies on a device is
/// waited for and copied.
Result<RuntimeValue> onHost(Executor& executor, ProgramValueId id);

/// Puts a value that lies on the host in the place of one of the run, on the value's device.
Result<void> bringIn(Executor& executor, ProgramValueId id, RuntimeValue value);

} // namespace engine
