#pragma once

#include "engine/run/observer.h"

#include <vector>

namespace engine {

class Plan;

/// By StepId: the steps whose values a step reads, ascending. By the values of the plan, so that
/// steps without a model node (reorders, copies between devices) stand where they are:
///
///     Conv ──► Copy ──► NonZero        NonZero reads Copy, which reads Conv
///
/// Between blocks nothing is said: a body's step does not read what its owner reads.
std::vector<std::vector<StepId>> stepsRead(const Plan& plan);

} // namespace engine
