#pragma once

#include "engine/plan/plan_state.h"
#include "engine/run/observer.h"

#include <stop_token>
#include <vector>

namespace engine {

class CapturedWork;
class DeviceObserver;
class GraphReplays;
class StepInterceptor;
class WorkObserver;

/// What a value holds during a run.
struct ValueSlot {
    RuntimeValue value;
    bool isAsPlanned = false; ///< its type is the one that kernels were prepared for
};

/// Runs blocks of a plan, for a session. Control flow (engine/run/control_flow.cpp, scan.cpp) calls
/// it for bodies.
class Executor {
public:
    Executor(const Plan::State& plan, MemoryPool& pool);

    struct Listeners {
        Observer* observer = nullptr;
        std::stop_token stop;
        std::uint64_t baseBytes = 0; ///< in use before the run; not reported as dynamic memory
        StepInterceptor* interceptor = nullptr;
        std::byte* deviceArena = nullptr; ///< of the main block
        GraphReplays* replays = nullptr; ///< null: each step of a device is launched by itself
    };
    void listen(Listeners listeners);
    /// Returns the observer if it wants phases, else null.
    Observer* phaseObserver() const { return m_wantsPhases ? m_listeners.observer : nullptr; }

    const Plan::State& plan() const { return m_plan; }
    /// Returns the pool to allocate from. The observer gets the bytes in use when the step ends.
    MemoryPool& pool()
    {
        m_mayUseOther = true;
        return m_pool;
    }
    /// Returns the pool of the device on which the step's outputs lie.
    MemoryPool& poolFor(const PlanStep& step)
    {
        return step.device == DeviceKind::Cpu ? pool() : *m_plan.deviceMemory.pool;
    }
    std::stop_token stop() const { return m_listeners.stop; }

    Result<void> runBlock(BlockId block, std::byte* arena);
    /// Runs one step and reports it to the observer.
    Result<void> runOne(const PlanStep& step, std::byte* arena);
    /// Launches captured work and reports it as step `step`.
    Result<void> launch(CapturedWork& work, StepId step);
    /// Sets where scratch memory of steps goes while a device captures; it must live as long as the
    /// captured work. Null ends that. The executor does not wait for a device that captures.
    void recordInto(std::vector<std::shared_ptr<void>>* scratch) { m_recorded = scratch; }
    /// Whether the inputs of the step have the types that its kernel was prepared for in the plan.
    bool isAsPlanned(const PlanStep& step) const;
    const std::byte* deviceArena() const { return m_listeners.deviceArena; }
    /// Sets the inputs of a body, runs it and returns its outputs, which own their memory.
    Result<std::vector<RuntimeValue>> runBody(
        BlockId body, std::vector<RuntimeValue> inputs, std::byte* arena);

    const RuntimeValue& value(ProgramValueId id) const;
    void set(ProgramValueId id, RuntimeValue value);
    /// Like `set`, but copies `value` into the slot, which keeps the slot's storage for dims.
    void copyIn(ProgramValueId id, const RuntimeValue& value);
    /// Returns the value with its own memory. Its slot is empty then, unless it is a constant.
    Result<RuntimeValue> takeOut(ProgramValueId id);
    /// Returns the value, copied if its memory is in the arena and would be overwritten.
    Result<RuntimeValue> owned(const RuntimeValue& value);
    ValueSlot& slot(ProgramValueId id) { return m_slots[id.value()]; }
    /// Whether the value may be in growing memory (engine/kernel/growing_cache.h).
    bool mayGrow(ProgramValueId id) const;

    /// Returns memory that lives until the current step ends.
    Result<std::span<std::byte>> scratch(const PlanStep& step, std::size_t bytes);

private:
    Result<void> waitForObserver();
    bool asksDevice(const PlanStep& step) const;
    Result<void> runStep(const PlanStep& step, std::byte* arena);
    Result<void> runKernel(const PlanStep& step, std::byte* arena);
    Result<void> makeView(const StepView& view);
    Result<void> packGrowing(const PlanStep& step, const Kernel* kernel);
    Result<Kernel*> runtimeKernel(const PlanStep& step);
    bool isReadOnHost(const PlanStep& step, ProgramValueId id) const;
    bool isPreparedWith(const PlanStep& step, ProgramValueId id) const;
    KernelChoice runtimeChoice(const PlanStep& step, std::span<const InputType> inputs) const;
    KernelChoice choiceForOpenSizes(const PlanStep& step, const KernelRequest& request) const;
    std::vector<InputType> outputTypes(
        const Op& op, const PlanStep& step, std::span<const InputType> inputs) const;
    bool isAsPlanned(ProgramValueId id, const RuntimeValue& value) const;
    void reportMemory();

    const Plan::State& m_plan;
    MemoryPool& m_pool;
    std::vector<ValueSlot> m_slots; ///< by ProgramValueId
    std::vector<std::shared_ptr<void>> m_scratch;
    std::vector<std::shared_ptr<void>>* m_recorded = nullptr;
    Listeners m_listeners;
    bool m_wantsPhases = false;
    bool m_hasGrowing = false; ///< whether a value may be in growing memory
    WorkObserver* m_workObserver = nullptr; ///< the observer if it wants pieces of work
    DeviceObserver* m_deviceObserver = nullptr; ///< the observer if the device reports times itself
    bool m_mayUseOther = true; ///< memory in use may have changed since the last report
    std::uint64_t m_reportedBytes = 0;
};

} // namespace engine
