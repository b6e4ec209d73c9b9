#pragma once

#include "model/support/index.h"

#include <cstdint>

namespace engine {

struct StepTag;
/// A step of a Plan, nested plans (If, Loop, Scan bodies) included: ids are plan-wide.
using StepId = support::Index<StepTag>;

/// What a step spends its time on (level 2 of recording). What is not inside a Kernel phase is
/// dispatch: finding inputs and outputs.
enum class Phase : std::uint8_t { Kernel, Reorder, Copy, Dispatch, Wait, Allocate };

/// The engine's only view of profiling; absent = one branch per step. Called on the engine thread,
/// must not block or allocate.
///
/// Steps of a block follow each other without a pause, so one call per step is enough: the first
/// step begins with its block, each further one where the one before ended. Blocks nest: a body of
/// If, Loop or Scan is a block inside the step of its operator, once per turn.
///
///     beginRun  beginBlock  endStep(0)  [ beginBlock  endStep(2)  endBlock ]  endStep(1)  endBlock
///     endRun
///
/// Blocks and runs are ended also when a step fails; a failed step is told like others.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void beginRun(std::uint32_t run) = 0;
    virtual void endRun(std::uint32_t run) = 0;
    virtual void beginBlock() = 0;
    virtual void endStep(StepId step) = 0;
    virtual void endBlock() = 0;
    /// Whether phases are told; asked once per run.
    virtual bool wantsPhases() const { return false; }
    /// Between the begin and the end of their step; phases nest.
    virtual void beginPhase(StepId, Phase) { }
    virtual void endPhase(StepId, Phase) { }
    /// Dynamic memory in use by this session after a change (arena and weights not included), at
    /// its highest in the step that runs. Told before that step ends and gives back what nobody
    /// reads any more.
    virtual void memory(std::uint64_t /*liveBytes*/) { }
};

} // namespace engine
