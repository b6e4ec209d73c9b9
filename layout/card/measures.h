#pragma once

#include "layout/card/overlay.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <vector>

/// Overlays of values that need no run, for the window's colours and for `draw --by`.
namespace layout {

/// Returns the number of initializer elements that each node reads, by NodeId. A shared initializer
/// counts for each reader. 0 means none.
std::vector<double> parametersByNode(const model::Model& model);

Overlay parametersOverlay(const model::Model& model);
/// Nodes with unknown cost have no value.
Overlay flopsOverlay(const model::Analysis& analysis);
/// Lower bound of memory traffic: every operand once.
Overlay bytesOverlay(const model::Analysis& analysis);

} // namespace layout
