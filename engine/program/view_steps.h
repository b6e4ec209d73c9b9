#pragma once

#include "engine/plan/plan_state.h"

namespace engine {

/// Removes steps from a placed plan that only give a value in the arena another shape (Reshape,
/// Squeeze ...). Memory and type of their output are known before the run, so the step that writes
/// the memory also sets the view.
///
///     a = Add(x, y) ; b = Reshape(a) ; c = MatMul(b, w)
///     -> a = Add(x, y) [b] ; c = MatMul(b, w)
///
/// Views of other memory (inputs, outputs of the model, values of unknown size) stay steps. The
/// remaining steps are renumbered; the nodes of dropped steps become Removed.
void dropViewSteps(Plan::State& state);

} // namespace engine
