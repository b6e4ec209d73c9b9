#pragma once

#include "engine/plan/plan_state.h"

namespace engine {

/// Whether kernels of the operator return their input under another shape, without a copy.
bool isViewOperator(const OpNode& node);

/// Decides where the values of a block lie, fills the releases of its steps and the offsets of
/// their bodies' arenas. The bodies must have been placed before.
void placeBlock(Plan::State& state, BlockId block);

} // namespace engine
