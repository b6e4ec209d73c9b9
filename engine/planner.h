#pragma once

#include "engine/facts.h"
#include "engine/memory.h"
#include "engine/plan.h"
#include "engine/run_request.h"

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

/// Every operator of the program without any registered kernel.
std::vector<UnsupportedOperator> findUnsupported(const Program& program, DeviceKind device);

/// Whether the engine runs the bodies of such an operator itself; it then needs no kernel.
bool isControlFlow(std::string_view domain, std::string_view type);

struct PlanRequest {
    Program program;
    std::vector<model::ValueType> inputs; ///< of the main block
    const RunRequest& request;
    std::shared_ptr<MemoryPool> pool;
};

struct PlannedOrUnsupported {
    std::shared_ptr<const Plan> plan; ///< null if `unsupported` is not empty
    std::vector<UnsupportedOperator> unsupported; ///< operators whose kernels all refused
    std::vector<OpId> refusedOps; ///< of them
};

/// Orders, types, kernels, memory. Never fails but for operators that no kernel accepts.
PlannedOrUnsupported makePlan(PlanRequest request);

} // namespace engine
