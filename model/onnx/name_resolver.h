#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Turns names into values: creates the values of every graph, connects nodes to them and finds
/// captures of outer values. A name refers to the value of its own graph, else of the nearest
/// enclosing graph. A function body sees only its own values. Linear in the number of names: one
/// table holds the current meaning of each name and is restored when a graph is left.
void resolveNames(Draft& draft);

/// Adds what a graph declares about a value, or what the data of an initializer tells about it.
void complete(Value& value, Declaration& declared);
void complete(Value& value, const Tensor& tensor);

/// Fills Graph::order of all graphs and reports nodes that are not sorted or form a cycle. Linear
/// if the file is sorted; otherwise it uses a heap.
void orderNodes(Draft& draft);

} // namespace model::onnx
