#pragma once

#include "engine/inputs/inputs.h"
#include "engine/plan/plan.h"

namespace engine {

/// Prepares a second plan with the settings of `plan`, for a session that runs at the same time.
/// Both share packed weights and one memory limit. `inputs`: those of the first plan. Fails as
/// engine::prepare.
Result<std::shared_ptr<const Plan>> anotherPlan(const Plan& plan, const Inputs& inputs);

} // namespace engine
