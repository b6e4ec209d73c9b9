#pragma once

#include "engine/device/backend.h"
#include "engine/device/captured_sequence.h"
#include "engine/kernel/memory.h"
#include "engine/plan/kernel_choice.h"
#include "engine/plan/plan.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

#include <list>
#include <memory>
#include <vector>

namespace engine {

/// Where the memory of a value comes from.
struct Placement {
    enum class Kind {
        Dynamic, ///< from the pool when made, back to it after its last use
        Constant,
        Arena, ///< at `offset` in the arena of its block
        View, ///< shares the memory of another value of its block
    };
    Kind kind = Kind::Dynamic;
    std::uint64_t offset = 0;
    bool isTyped = false; ///< `type` is what the plan expects
    TensorType type;
};

/// Cache of the kernels that a step prepares when it runs, one per signature. When it is full, the
/// least recently used kernel is dropped. For kernels of a device, the contents of inputs that they
/// read on the host are part of the signature.
class KernelCache {
public:
    /// Contents that a kernel was prepared with, by input; null for inputs whose contents do not
    /// matter.
    using Contents = std::vector<std::shared_ptr<const Tensor>>;

    /// Returns null if there is none. `constant` of an input whose contents matter must point to
    /// its present value.
    Kernel* find(std::span<const InputType> signature);
    Kernel* add(
        std::vector<InputType> signature, Contents contents, std::unique_ptr<Kernel> kernel);
    /// Returns the kernel that was used last; null if there is none.
    const Kernel* latest() const;

    /// The candidate that was chosen first, in a plan with open sizes. It is prepared again for
    /// each new size, and no other is asked unless it refuses.
    const KernelEntry* chosen = nullptr;
    std::size_t capacity = 16; ///< kernels that are kept

private:
    struct Entry {
        std::vector<InputType> signature;
        Contents contents; ///< kernels may point to them
        std::unique_ptr<Kernel> kernel;
    };
    std::list<Entry> m_entries; // most recent first
};

/// A value that shares the memory of `of`, an output of the same step, under another shape.
struct StepView {
    ProgramValueId value;
    ProgramValueId of;
};

enum class ControlFlow { None, If, Loop, Scan, SequenceMap, FlexAttention, Generation };

struct PlanStep {
    StepId id;
    OpId op;
    ControlFlow controlFlow = ControlFlow::None;
    DeviceKind device = DeviceKind::Cpu; ///< where its outputs lie
    std::vector<ProgramValueId> inputs;
    std::vector<ProgramValueId> outputs;
    std::unique_ptr<bool[]> outputsUsed;
    std::unique_ptr<Kernel> kernel; ///< for the planned types; null if it is prepared when it runs
    std::unique_ptr<KernelCache> late; ///< for other types than planned
    std::vector<StepView> views; ///< set after the step has run
    std::vector<ProgramValueId> releases; ///< dynamic values that no later step reads
    std::uint64_t bodyArenaOffset = 0; ///< offset of the bodies' arena in this block's arena
    std::uint64_t workspaceBytes = 0; ///< of the kernel
    std::uint64_t workspaceOffset = 0; ///< in the arena of the step's device
};

struct PlanBlock {
    std::vector<PlanStep> steps;
    std::uint64_t arenaBytes = 0;
    std::uint64_t deviceArenaBytes = 0;
};

/// Contents of a Plan. A session uses its kernels through a const Plan: the parts that change are
/// behind pointers.
struct Plan::State {
    DeviceMemory deviceMemory; ///< first, since kernels may hold memory of it; empty on the CPU
    Program program;
    std::vector<Placement> placements; ///< by ProgramValueId
    std::vector<PlanBlock> blocks; ///< by BlockId; those of removed operators are empty
    Facts facts; ///< kernels hold pointers to its known tensors
    std::vector<TensorType> inputTypes; ///< of the main block
    /// The same with open sizes, which are names or expressions of them; empty if all are numbers.
    std::vector<model::ValueType> openTypes;
    std::vector<ProgramValueId> growing; ///< outputs that may be in GrowingMemory
    std::vector<ProgramValueId> kept; ///< values whose contents the run returns
    std::vector<std::string> inputNames;
    std::vector<std::string> outputNames;
    std::vector<StepDescription> descriptions;
    PlannedMemory memory;
    KernelSettings settings;
    DeviceKind device = DeviceKind::Cpu;
    std::vector<Tier> tiers;
    std::shared_ptr<MemoryPool> pool;
    std::vector<Tensor> deviceConstants; ///< by ProgramValueId; empty on the CPU
    std::vector<CapturedSequence> capturedSequences; ///< of the main block, for runs on a device
    bool hasOpenSizes() const { return !openTypes.empty(); }
    RunRequest request; ///< what it was made for; sessions plan other input types from it
};

} // namespace engine
