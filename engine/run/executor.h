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
    bool isAsPlanned = false; ///< its type is what the kernels of its readers were prepared for
};

/// Runs blocks of a plan: the inside of a session. Control flow (engine/run/control_flow.cpp,
/// scan.cpp) comes back to it for bodies.
class Executor {
public:
    Executor(const Plan::State& plan, MemoryPool& pool);

    struct Listeners {
        Observer* observer = nullptr;
        std::stop_token stop;
        std::uint64_t baseBytes = 0; ///< in use before the run: not told as dynamic
        StepInterceptor* interceptor = nullptr;
        std::byte* deviceArena = nullptr; ///< of the main block
        GraphReplays* replays = nullptr; ///< null: each step of a device is launched by itself
    };
    void listen(Listeners listeners);
    /// The observer if it wants to hear of phases.
    Observer* phaseObserver() const { return m_tellsPhases ? m_listeners.observer : nullptr; }

    const Plan::State& plan() const { return m_plan; }
    /// For allocating: the observer is told what is in use when the step ends.
    MemoryPool& pool()
    {
        m_mayUseOther = true;
        return m_pool;
    }
    /// Memory where the step's outputs lie.
    MemoryPool& poolFor(const PlanStep& step)
    {
        return step.device == DeviceKind::Cpu ? pool() : *m_plan.deviceMemory.pool;
    }
    std::stop_token stop() const { return m_listeners.stop; }

    Result<void> runBlock(BlockId block, std::byte* arena);
    /// One step, told to the observer.
    Result<void> runOne(const PlanStep& step, std::byte* arena);
    /// What a device recorded, told as one step.
    Result<void> launch(CapturedWork& work, StepId step);
    /// While a device records (not null) nobody waits for it, and scratch memory of its steps goes
    /// to `scratch`, where it lives as long as the record.
    void recordInto(std::vector<std::shared_ptr<void>>* scratch) { m_recorded = scratch; }
    /// Whether its inputs are what its kernel was prepared for when the plan was made.
    bool isAsPlanned(const PlanStep& step) const;
    const std::byte* deviceArena() const { return m_listeners.deviceArena; }
    /// Sets the inputs of a body, runs it and takes its outputs, which own their memory.
    Result<std::vector<RuntimeValue>> runBody(
        BlockId body, std::vector<RuntimeValue> inputs, std::byte* arena);

    const RuntimeValue& value(ProgramValueId id) const;
    void set(ProgramValueId id, RuntimeValue value);
    /// As `set`, into the memory that the slot already has for the type.
    void copyIn(ProgramValueId id, const RuntimeValue& value);
    /// The value, which owns its memory; nothing is left in its slot unless it is a constant.
    Result<RuntimeValue> takeOut(ProgramValueId id);
    /// The value, copied if its memory is in the arena and would be overwritten.
    Result<RuntimeValue> owned(const RuntimeValue& value);
    ValueSlot& slot(ProgramValueId id) { return m_slots[id.value()]; }

    /// Memory of the current step only.
    Result<std::span<std::byte>> scratch(const PlanStep& step, std::size_t bytes);

private:
    Result<void> waitForObserver();
    bool asksDevice(const PlanStep& step) const;
    Result<void> runStep(const PlanStep& step, std::byte* arena);
    Result<void> runKernel(const PlanStep& step, std::byte* arena);
    Result<void> lend(const StepView& view);
    Result<Kernel*> lateKernel(const PlanStep& step);
    bool isReadOnHost(const PlanStep& step, ProgramValueId id) const;
    KernelChoice lateChoice(const PlanStep& step, std::span<const InputType> inputs) const;
    std::vector<InputType> outputTypes(
        const Op& op, const PlanStep& step, std::span<const InputType> inputs) const;
    bool isAsPlanned(ProgramValueId id, const RuntimeValue& value) const;
    void tellMemory();

    const Plan::State& m_plan;
    MemoryPool& m_pool;
    std::vector<ValueSlot> m_slots; ///< by ProgramValueId
    std::vector<std::shared_ptr<void>> m_scratch;
    std::vector<std::shared_ptr<void>>* m_recorded = nullptr;
    Listeners m_listeners;
    bool m_tellsPhases = false;
    WorkObserver* m_workObserver = nullptr; ///< the observer if it wants to hear of pieces of work
    DeviceObserver* m_deviceObserver = nullptr; ///< the observer if the device tells by itself
    bool m_mayUseOther = true; ///< memory was taken or given back since the observer was told
    std::uint64_t m_toldBytes = 0;
};

} // namespace engine
