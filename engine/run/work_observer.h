#pragma once

#include "engine/run/observer.h"

#include <cstdint>

namespace engine {

/// Optional interface of an Observer that records how the work of steps is divided over threads.
/// The engine asks wantsWork() once per run.
///
/// A step whose work is divided has one piece on each thread that takes part, each time it is
/// divided. Work that the engine thread does alone is no piece. Pieces lie between the begin and
/// the end of their step. Calls come on the thread that does the piece, from several threads at
/// once; they must not block or allocate. `member` numbers the threads: 0 is the engine thread, its
/// helpers are numbered without gaps, and one member is one thread at a time. Pieces of one member
/// do not nest.
class WorkObserver {
public:
    virtual ~WorkObserver() = default;
    virtual bool wantsWork() const { return true; }
    virtual void beginWork(StepId step, std::uint32_t member) = 0;
    virtual void endWork(StepId step, std::uint32_t member) = 0;
};

/// Whether work of libraries with their own parallel loops (oneDNN) is reported too.
bool seesLibraryWork();

} // namespace engine
