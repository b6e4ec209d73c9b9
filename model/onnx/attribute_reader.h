#pragma once

#include "model/attribute.h"
#include "model/onnx/draft.h"
#include "model/onnx/wire_reader.h"
#include "model/support/result.h"

namespace model::onnx {

/// The owner of an attribute. Graphs in the attribute become children of `graph`. Without a node it
/// is the default value of a function's attribute.
struct AttributeOwner {
    GraphId graph;
    NodeId node;
};

support::Result<Attribute> readAttribute(Draft& draft, Piece piece, AttributeOwner owner);

} // namespace model::onnx
