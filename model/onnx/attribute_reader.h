#pragma once

#include "model/attribute.h"
#include "model/onnx/draft.h"
#include "model/onnx/wire_reader.h"
#include "model/support/result.h"

namespace model::onnx {

/// Who has an attribute: graphs in it become children of that graph. No node: the default value of
/// a function's attribute.
struct AttributeOwner {
    GraphId graph;
    NodeId node;
};

support::Result<Attribute> readAttribute(Draft& draft, Piece piece, AttributeOwner owner);

} // namespace model::onnx
