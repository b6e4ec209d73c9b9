#pragma once

#include "model/inference/analysis.h"
#include "profiler/tables/profile.h"

#include <vector>

namespace profiler {

/// Fills Step::flops and Step::bytes from the cost model of the nodes that a step does. A fused
/// step has the sum of its nodes' FLOPs and the bytes of the tensors at its border only: that is
/// what fusing saves. A step with a node of unknown cost stays unknown.
void addCosts(std::vector<Step>& steps, const model::Analysis& analysis);

} // namespace profiler
