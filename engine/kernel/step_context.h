#pragma once

#include "engine/kernel/planned_workspace.h"
#include "engine/run/executor.h"

#include <forward_list>

namespace engine {

/// RunContext of one step of a session.
class StepContext final : public RunContext {
public:
    StepContext(Executor& executor, const PlanStep& step, std::byte* arena)
        : m_executor(executor)
        , m_step(step)
        , m_arena(arena)
        , m_workspace(
              arena != nullptr ? arena + step.workspaceOffset : nullptr, step.workspaceBytes)
    {
    }

    const RuntimeValue& input(std::size_t i) const override;
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override;
    Result<Tensor*> grow(std::size_t i, std::size_t from, std::span<const std::int64_t> dims,
        std::size_t axis) override;
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override;
    Result<void> setOutput(std::size_t i, RuntimeValue value) override;
    bool hasOutput(std::size_t i) const override;
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        const auto planned = m_workspace.take(bytes);
        return planned.empty() ? m_executor.scratch(m_step, bytes) : planned;
    }
    int threads() const override { return m_executor.plan().settings.threads; }
    std::stop_token stop() const override { return m_executor.stop(); }
    void beginPhase(Phase phase) override
    {
        if (auto* observer = m_executor.phaseObserver())
            observer->beginPhase(m_step.id, phase);
    }
    void endPhase(Phase phase) override
    {
        if (auto* observer = m_executor.phaseObserver())
            observer->endPhase(m_step.id, phase);
    }

private:
    Executor& m_executor;
    const PlanStep& m_step;
    std::byte* m_arena;
    PlannedWorkspace m_workspace;
    /// Outputs that a kernel writes and no step reads. Each has its own memory.
    std::forward_list<Tensor> m_unwanted;
};

} // namespace engine
