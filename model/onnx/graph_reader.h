#pragma once

#include "model/onnx/draft.h"
#include "model/onnx/wire_reader.h"
#include "model/support/result.h"

namespace model::onnx {

/// Reads the nodes and declarations of a GraphProto into the draft. A graph in an attribute gets an
/// id and is appended to `draft.pending`, so that nesting needs no recursion.
support::Result<void> readGraph(Draft& draft, const PendingGraph& pending);

/// Reads a FunctionProto. Its body becomes a graph of role FunctionBody.
support::Result<void> readFunction(Draft& draft, Piece piece);

} // namespace model::onnx
