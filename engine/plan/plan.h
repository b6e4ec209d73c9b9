#pragma once

#include "engine/kernel/kernel.h"
#include "engine/program/program.h"
#include "engine/run/observer.h"
#include "model/inference/cost.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

enum class StepKind {
    Operator,
    ControlFlow, ///< runs nested steps: If, Loop, Scan, SequenceMap, FlexAttention
    View, ///< gives a value another shape; moves nothing
    Reorder, ///< changes the layout of a value for the next operator
    Copy, ///< copies a value to another device
};
std::string_view stepKindName(StepKind kind);

/// Description of a step for reports and tables. Steps of bodies are listed too, after the step
/// that contains them.
struct StepDescription {
    StepId id;
    StepKind kind = StepKind::Operator;
    std::string label; ///< name or path of the first origin; without origin, a text of the pass
    std::string opType;
    std::string domain;
    int version = 0;
    std::string
        implementation; ///< `oneDNN brgconv:avx512_core`; empty if it is chosen when the step runs
    std::optional<Tier> tier; ///< of the chosen kernel
    std::vector<model::NodeId> origins; ///< model nodes whose work it does
    std::vector<model::NodeId> calls; ///< calls of local functions around it, outermost first
    std::vector<std::string>
        inputTypes; ///< `1×3×224×224 fp32`; `?` where known only at run time, `–` if left out
    std::vector<std::string> outputTypes;
    std::vector<std::string> refusals; ///< why preferred kernels were not taken
    StepId parent; ///< the step whose body it is in; invalid in the main block
    std::string body; ///< attribute of that body
    model::Cost cost;
    DeviceKind device = DeviceKind::Cpu; ///< where it runs
};

/// Offset, size and lifetime of a value in an arena. Steps are those of the value's own block.
struct PlannedValue {
    std::string name;
    model::ValueId origin;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
    StepId first;
    StepId last;
};

struct PlannedMemory {
    std::uint64_t arenaBytes = 0;
    std::uint64_t weightBytes = 0; ///< all constants, mapped ones included, and what kernels keep:
                                   ///< packed weights
    std::vector<PlannedValue> values; ///< in order of their first step
    std::uint64_t deviceArenaBytes = 0; ///< on the device of the run; 0 on the CPU
    std::uint64_t deviceWeightBytes = 0;
    std::vector<PlannedValue> deviceValues; ///< as `values`, in the device's arena
};

/// Execution plan of a model for one set of input types: steps in order, chosen kernels, planned
/// memory. Users cannot change it. Its kernels keep scratch state, so one session at a time may run
/// it.
class Plan {
public:
    struct State; // engine/plan/plan_state.h
    explicit Plan(std::unique_ptr<State> state);
    ~Plan();
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    const model::Model& model() const;
    const std::vector<StepDescription>& steps() const;
    const std::vector<NodeFate>& fates() const; ///< by model NodeId
    const PlannedMemory& memory() const;
    const std::vector<std::string>& inputNames() const;
    const std::vector<std::string>&
    outputNames() const; ///< of all model outputs, computed or not; a partial run appends
                         ///< values that only left-out operators would have read
    const Program& program() const; ///< after all passes

    const State& state() const { return *m_state; }

private:
    std::unique_ptr<State> m_state;
};

} // namespace engine
