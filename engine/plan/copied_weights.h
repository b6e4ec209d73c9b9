#pragma once

#include "engine/plan/plan_state.h"

#include <span>

namespace engine {

/// Frees those of `weights`, constants of the program, that no step reads any more, because the
/// kernels have copies of them. Their types stay.
void freeCopiedWeights(Plan::State& state, std::span<const ProgramValueId> weights);

} // namespace engine
