#pragma once

#include "model/support/index.h"

#include <cstdint>

namespace engine {

struct StepTag;
/// A step of a Plan, nested plans (If, Loop, Scan bodies) included: ids are plan-wide.
using StepId = support::Index<StepTag>;

/// What a step does besides computing, as phases inside it (level 2 of recording).
enum class Phase : std::uint8_t { Kernel, Reorder, Copy, Dispatch, Wait, Allocate };

/// The engine's only view of profiling; absent = one branch per step. Called on the engine thread, must not block or allocate.
/// Spans nest: a step inside a Loop body begins and ends between the begin and end of the Loop's own step.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void beginRun(std::uint32_t run) = 0;
    virtual void endRun(std::uint32_t run) = 0;
    virtual void beginStep(StepId step) = 0;
    virtual void endStep(StepId step) = 0;
    virtual void beginPhase(StepId, Phase) { }
    virtual void endPhase(StepId, Phase) { }
    /// Dynamic memory in use by this session after a change (arena and weights not included).
    virtual void memory(std::uint64_t /*liveBytes*/) { }
};

} // namespace engine
