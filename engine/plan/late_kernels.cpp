#include "engine/plan/late_kernels.h"

#include "engine/plan/plan_state.h"

namespace engine {

std::map<StepId, std::string> lateImplementations(const Plan& plan)
{
    std::map<StepId, std::string> found;
    for (const auto& block : plan.state().blocks) {
        for (const auto& step : block.steps) {
            const auto* late = step.late ? step.late->latest() : nullptr;
            if (late != nullptr)
                found.emplace(step.id, late->implementation());
        }
    }
    return found;
}

} // namespace engine
