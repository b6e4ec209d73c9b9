#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Turns names into values: creates the values of every graph, connects nodes to them, finds
/// captures of outer values. A name means the value of the graph itself, else of the nearest graph
/// around it; a function body sees only its own. Cost: linear in names, by one table of current
/// meanings that is put back when a graph is left.
void resolveNames(Draft& draft);

/// Fills Graph::order of all graphs and reports nodes that are not sorted or form a cycle. Linear;
/// with a heap where the file is not sorted.
void orderNodes(Draft& draft);

} // namespace model::onnx
