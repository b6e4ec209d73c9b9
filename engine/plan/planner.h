#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/memory.h"
#include "engine/passes/place_on_device.h"
#include "engine/plan/plan.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

namespace engine {

/// An operator that cannot run, with all its nodes.
struct UnsupportedOperator {
    std::string domain;
    std::string type;
    int version = 0;
    std::vector<model::NodeId> nodes;
    std::vector<std::string> labels; ///< of `nodes`
    std::vector<std::string> reasons; ///< refusals of the kernels, or that there is no kernel
};

/// Returns why no kernel can be asked for an operator: none is registered, or the node lacks what
/// its schema requires. For a device, kernels of the CPU count too: an operator that the device
/// cannot run runs on the CPU. To be asked before passes, which rely on it.
std::optional<std::string> unsupportedReason(const Program& program, OpId id, DeviceKind device);
/// Returns the operators of the program that have such a reason.
std::vector<UnsupportedOperator> findUnsupported(const Program& program, DeviceKind device);

/// Whether the engine runs the bodies of such an operator itself; it then needs no kernel.
bool isControlFlow(std::string_view domain, std::string_view type);

struct PlanRequest {
    Program program;
    std::vector<model::ValueType> inputs; ///< of the main block
    const RunRequest& request;
    std::shared_ptr<MemoryPool> pool;
    DeviceMemory device = {}; ///< where operators placed on a device run
    const DeviceRefusals* refused = nullptr; ///< for reports: why operators are not on the device
    VariantChooser* variants = nullptr; ///< for steps on the CPU; null: the first variants
    /// Constants that passes made. They are freed if kernels have copies of them.
    std::span<const ProgramValueId> ownWeights = {};
    std::span<const std::size_t> growing = {}; ///< see Inputs
};

struct PlannedOrUnsupported {
    std::shared_ptr<const Plan> plan; ///< null if `unsupported` is not empty
    std::vector<UnsupportedOperator> unsupported; ///< operators whose kernels all refused
    std::vector<OpId> refusedOps; ///< the operators of `unsupported`
    DeviceRefusals refusedByDevice; ///< those of `refusedOps` that the CPU may take
    std::optional<support::Error>
        error; ///< no memory for weights on the device or for the data of a kernel
};

/// Makes a plan: finds types, chooses kernels, plans memory. Fails only for operators that no
/// kernel accepts, and for lack of memory.
PlannedOrUnsupported makePlan(PlanRequest request);

} // namespace engine
