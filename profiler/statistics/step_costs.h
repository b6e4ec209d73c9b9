#pragma once

#include "model/inference/analysis.h"
#include "profiler/tables/profile.h"

#include <span>

namespace profiler {

/// Sets Step::flops, Step::bytes and Step::work from the cost model of the nodes of a step. A fused
/// step gets the sum of its nodes' FLOP, but only the bytes of the tensors at its border: fusing
/// saves the others. A step with a node of unknown cost stays unknown. Steps that have FLOP already
/// are not changed.
void addCosts(std::span<Step> steps, const model::Analysis& analysis);

} // namespace profiler
