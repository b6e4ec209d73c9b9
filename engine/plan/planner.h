#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/memory.h"
#include "engine/passes/place_on_device.h"
#include "engine/plan/plan.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

namespace engine {

/// Operators that cannot run, gathered by kind.
struct UnsupportedOperator {
    std::string domain;
    std::string type;
    int version = 0;
    std::vector<model::NodeId> nodes;
    std::vector<std::string> labels; ///< of `nodes`
    std::vector<std::string> reasons; ///< refusals of kernels, or that there is none
};

/// Every operator of the program without any registered kernel. On a device the CPU's count too:
/// what the device cannot do runs there.
std::vector<UnsupportedOperator> findUnsupported(const Program& program, DeviceKind device);

/// Whether the engine runs the bodies of such an operator itself; it then needs no kernel.
bool isControlFlow(std::string_view domain, std::string_view type);

struct PlanRequest {
    Program program;
    std::vector<model::ValueType> inputs; ///< of the main block
    const RunRequest& request;
    std::shared_ptr<MemoryPool> pool;
    DeviceMemory device = {}; ///< where operators placed on a device run
    const DeviceRefusals* refused = nullptr; ///< for people: why operators are not on the device
};

struct PlannedOrUnsupported {
    std::shared_ptr<const Plan> plan; ///< null if `unsupported` is not empty
    std::vector<UnsupportedOperator> unsupported; ///< operators whose kernels all refused
    std::vector<OpId> refusedOps; ///< of them
    DeviceRefusals refusedByDevice; ///< of them, those that the CPU may take
    std::optional<support::Error>
        error; ///< there is no memory for the weights on the device, or for a kernel's copies
};

/// Orders, types, kernels, memory. Fails only for operators that no kernel accepts, and for
/// memory.
PlannedOrUnsupported makePlan(PlanRequest request);

} // namespace engine
