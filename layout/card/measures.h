#pragma once

#include "layout/card/overlay.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <vector>

/// Overlays of what is known without a run: for the window's colours and `draw --by` alike.
namespace layout {

/// Elements of the initializers that each node reads, by NodeId. A shared one counts for each of
/// its readers; 0 = none.
std::vector<double> parametersByNode(const model::Model& model);

Overlay parametersOverlay(const model::Model& model);
/// Nodes whose work is unknown have no value.
Overlay flopsOverlay(const model::Analysis& analysis);
/// Least traffic: every operand once.
Overlay bytesOverlay(const model::Analysis& analysis);

} // namespace layout
