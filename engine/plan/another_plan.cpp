#include "engine/plan/another_plan.h"

#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"

namespace engine {

Result<std::shared_ptr<const Plan>> anotherPlan(const Plan& plan, const Inputs& inputs)
{
    auto request = plan.state().request;
    request.tolerated = { "all" }; // the model was checked for the first plan
    return prepare(request, inputs, plan.state().pool).plan;
}

} // namespace engine
