#pragma once

#include "engine/run/executor.h"

namespace engine {

/// Interface that is called after every step of a run, while the step's inputs still exist. It may
/// replace values of the run. An error ends the run.
class StepInterceptor {
public:
    virtual ~StepInterceptor() = default;
    virtual Result<void> afterStep(Executor& executor, const PlanStep& step) = 0;
};

/// Runs a plan once, without a session. `inputs` must have the types that the plan was made for. In
/// a plan for a device, values of the device are in its memory: see onHost() and bringIn().
Result<void> runIntercepted(const Plan& plan, std::span<const RuntimeValue> inputs,
    StepInterceptor& interceptor, std::stop_token stop = {});

/// Returns the present value of `id` in host memory. Waits for a value on a device and copies it.
Result<RuntimeValue> onHost(Executor& executor, ProgramValueId id);

/// Replaces a value of the run by a value in host memory, which is copied to the device if needed.
Result<void> bringIn(Executor& executor, ProgramValueId id, RuntimeValue value);

} // namespace engine
