#pragma once

#include "engine/run/observer.h"

#include <vector>

namespace engine {

class Plan;

/// Returns, by StepId, the steps whose values a step reads, ascending. It follows the values of the
/// plan, so steps without a model node (reorders, copies between devices) are included:
///
///     Conv ──► Copy ──► NonZero        NonZero reads Copy, which reads Conv
///
/// An input of a body comes from no step, so a step of the body does not list the step that feeds
/// it.
std::vector<std::vector<StepId>> stepsRead(const Plan& plan);

} // namespace engine
