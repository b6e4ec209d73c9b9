#pragma once

#include "engine/plan/plan_state.h"

namespace engine {

/// Takes steps out of a placed plan that only give a value in the arena another shape (Reshape,
/// Squeeze ...): memory and type of their output are known before the run, so the step that makes
/// the memory hands out the view as well.
///
///     a = Add(x, y) ; b = Reshape(a) ; c = MatMul(b, w)   ->   a = Add(x, y) [b] ; c = MatMul(b,
///     w)
///
/// Views of other memory (inputs, outputs of the model, values of unknown size) stay steps. Steps
/// are numbered anew; the nodes are noted as removed.
void dropViewSteps(Plan::State& state);

} // namespace engine
