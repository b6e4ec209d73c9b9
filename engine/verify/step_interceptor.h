#pragma once

#include "engine/run/executor.h"

namespace engine {

/// Is called after every step of a run, while the step's inputs still exist. It may replace values
/// of the run. An error ends the run.
class StepInterceptor {
public:
    virtual ~StepInterceptor() = default;
    virtual Result<void> afterStep(Executor& executor, const PlanStep& step) = 0;
};

/// Runs a plan once, without a session. `inputs` are of the types it was made for. Where the plan
/// is for a device, values of that device lie there: see onHost() and bringIn().
Result<void> runIntercepted(const Plan& plan, std::span<const RuntimeValue> inputs,
    StepInterceptor& interceptor, std::stop_token stop = {});

/// What a value of the run is now, where this processor can read it: one that lies on a device is
/// waited for and copied.
Result<RuntimeValue> onHost(Executor& executor, ProgramValueId id);

/// Puts a value that lies on the host in the place of one of the run, on the value's device.
Result<void> bringIn(Executor& executor, ProgramValueId id, RuntimeValue value);

} // namespace engine
