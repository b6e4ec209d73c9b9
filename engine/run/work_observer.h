#pragma once

#include "engine/run/observer.h"

#include <cstdint>

namespace engine {

/// What an Observer is besides if it wants to hear how the work of steps is divided over threads.
/// Asked for once per run.
///
/// A step whose work is divided has one piece on each thread that takes part, each time it is
/// divided; what the engine thread does alone is no piece. Pieces lie between the begin and the end
/// of their step. They are told on the thread that does them, on several at once; must not block or
/// allocate. `member` says which thread: 0 is the engine thread, its helpers are numbered without
/// gaps, and one member is one thread at a time. Pieces of one member do not nest.
class WorkObserver {
public:
    virtual ~WorkObserver() = default;
    virtual bool wantsWork() const { return true; }
    virtual void beginWork(StepId step, std::uint32_t member) = 0;
    virtual void endWork(StepId step, std::uint32_t member) = 0;
};

/// Whether pieces of the libraries that bring their own parallel loops (oneDNN) are told too.
bool seesLibraryWork();

} // namespace engine
