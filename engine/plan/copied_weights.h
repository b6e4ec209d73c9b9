#pragma once

#include "engine/plan/plan_state.h"

#include <span>

namespace engine {

/// Frees the constants in `weights` that no kernel reads, or of which every reading kernel has a
/// copy (Kernel::hasCopyOf). Their types stay.
void freeCopiedWeights(Plan::State& state, std::span<const ProgramValueId> weights);

} // namespace engine
