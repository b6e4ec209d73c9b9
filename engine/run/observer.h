#pragma once

#include "model/support/index.h"

#include <cstdint>

namespace engine {

struct StepTag;
/// Id of a step of a Plan. Ids are unique in a plan, steps of bodies (If, Loop, Scan) included.
using StepId = support::Index<StepTag>;

/// Kind of work in a step (level 2 of recording). Time outside of a Kernel phase is dispatch:
/// finding inputs and outputs.
enum class Phase : std::uint8_t { Kernel, Reorder, Copy, Dispatch, Wait, Allocate };

/// Interface through which the engine reports a run to a profiler. Without an observer a step costs
/// one branch. Called on the engine thread, must not block or allocate.
///
/// Steps of a block follow each other without a pause, so one call per step is enough: the first
/// step begins with its block, each further one where the one before ended. Blocks nest: a body of
/// If, Loop or Scan is a block inside the step of its operator, once per iteration.
///
///     beginRun  beginBlock  endStep(0)
///         [ beginBlock  endStep(2)  endBlock ]  endStep(1)  endBlock  endRun
///
/// Blocks and runs end also when a step fails; a failed step is reported like others.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void beginRun(std::uint32_t run) = 0;
    virtual void endRun(std::uint32_t run) = 0;
    virtual void beginBlock() = 0;
    virtual void endStep(StepId step) = 0;
    virtual void endBlock() = 0;
    /// Whether phases are reported; asked once per run.
    virtual bool wantsPhases() const { return false; }
    /// Called between the begin and the end of the step; phases nest.
    virtual void beginPhase(StepId, Phase) { }
    virtual void endPhase(StepId, Phase) { }
    /// Reports the dynamic memory of this session after a change, in bytes (arena and weights not
    /// included), at the highest point of the running step. Called before that step ends and
    /// releases values that no later step reads.
    virtual void memory(std::uint64_t /*liveBytes*/) { }
};

} // namespace engine
