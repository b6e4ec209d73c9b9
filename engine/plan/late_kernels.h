#pragma once

#include "engine/plan/plan.h"

#include <map>
#include <string>

namespace engine {

/// Implementations of the steps whose kernels were prepared when they ran, so far: because their
/// sizes depend on data, or because the plan leaves sizes open.
std::map<StepId, std::string> lateImplementations(const Plan& plan);

} // namespace engine
