#pragma once

#include "engine/run/work_observer.h"

#include <cstdint>
#include <utility>

namespace engine {

/// Who is told of the pieces that work is divided into, and for which step. No observer: nobody.
struct WorkEars {
    WorkObserver* observer = nullptr;
    StepId step;
};

/// Of the step that runs on this thread. Threads that only help have none: what they do is told by
/// the one that divides the work.
WorkEars& workEars();

/// A step runs on this thread, from here to the end of the scope. Steps nest. Without an observer
/// this is one branch.
class WorkScope {
public:
    WorkScope(WorkObserver* observer, StepId step)
        : m_isOn(observer != nullptr)
    {
        if (m_isOn) [[unlikely]]
            m_before = std::exchange(workEars(), { observer, step });
    }
    WorkScope(const WorkScope&) = delete;
    WorkScope& operator=(const WorkScope&) = delete;
    ~WorkScope()
    {
        if (m_isOn) [[unlikely]]
            workEars() = m_before;
    }

private:
    bool m_isOn;
    WorkEars m_before;
};

/// The work of a step is divided, from here to the end of the scope. Meanwhile this thread tells
/// nothing of its own accord: a piece that is divided again is still one piece.
class DividedWork {
public:
    DividedWork()
        : m_listeners(std::exchange(workEars(), {}))
    {
    }
    DividedWork(const DividedWork&) = delete;
    DividedWork& operator=(const DividedWork&) = delete;
    ~DividedWork() { workEars() = m_listeners; }

    const WorkEars& ears() const { return m_listeners; }

private:
    WorkEars m_listeners;
};

/// One piece, on the thread that does it.
class WorkPiece {
public:
    WorkPiece(const WorkEars& ears, std::uint32_t member)
        : m_listeners(ears)
        , m_member(member)
    {
        if (m_listeners.observer != nullptr) [[unlikely]]
            m_listeners.observer->beginWork(m_listeners.step, m_member);
    }
    WorkPiece(const WorkPiece&) = delete;
    WorkPiece& operator=(const WorkPiece&) = delete;
    ~WorkPiece()
    {
        if (m_listeners.observer != nullptr) [[unlikely]]
            m_listeners.observer->endWork(m_listeners.step, m_member);
    }

private:
    const WorkEars& m_listeners;
    std::uint32_t m_member;
};

} // namespace engine
