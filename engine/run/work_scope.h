#pragma once

#include "engine/run/work_observer.h"

#include <cstdint>
#include <utility>

namespace engine {

/// Observer and step for which pieces of work are reported. Null observer: nothing is reported.
struct WorkTarget {
    WorkObserver* observer = nullptr;
    StepId step;
};

/// Returns those of the step that runs on this thread. Helper threads have none: the thread that
/// divides the work passes its own to them.
WorkTarget& currentWorkTarget();

/// Marks that a step runs on this thread, until the end of the scope. Steps nest. Without an
/// observer this is one branch.
class WorkScope {
public:
    WorkScope(WorkObserver* observer, StepId step)
        : m_isOn(observer != nullptr)
    {
        if (m_isOn) [[unlikely]]
            m_before = std::exchange(currentWorkTarget(), { observer, step });
    }
    WorkScope(const WorkScope&) = delete;
    WorkScope& operator=(const WorkScope&) = delete;
    ~WorkScope()
    {
        if (m_isOn) [[unlikely]]
            currentWorkTarget() = m_before;
    }

private:
    bool m_isOn;
    WorkTarget m_before;
};

/// Marks that the work of a step is divided, until the end of the scope. Meanwhile this thread
/// reports no pieces of its own: a piece that is divided again stays one piece.
class WorkDivision {
public:
    WorkDivision()
        : m_target(std::exchange(currentWorkTarget(), {}))
    {
    }
    WorkDivision(const WorkDivision&) = delete;
    WorkDivision& operator=(const WorkDivision&) = delete;
    ~WorkDivision() { currentWorkTarget() = m_target; }

    const WorkTarget& target() const { return m_target; }

private:
    WorkTarget m_target;
};

/// Reports one piece, on the thread that does it, until the end of the scope.
class ReportedWorkPiece {
public:
    ReportedWorkPiece(const WorkTarget& target, std::uint32_t member)
        : m_target(target)
        , m_member(member)
    {
        if (m_target.observer != nullptr) [[unlikely]]
            m_target.observer->beginWork(m_target.step, m_member);
    }
    ReportedWorkPiece(const ReportedWorkPiece&) = delete;
    ReportedWorkPiece& operator=(const ReportedWorkPiece&) = delete;
    ~ReportedWorkPiece()
    {
        if (m_target.observer != nullptr) [[unlikely]]
            m_target.observer->endWork(m_target.step, m_member);
    }

private:
    const WorkTarget& m_target;
    std::uint32_t m_member;
};

} // namespace engine
