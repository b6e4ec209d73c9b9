#pragma once

#include "model/model.h"

#include <span>
#include <string>
#include <string_view>

namespace model {

/// The node in ONNX's textual syntax, for the raw view and the clipboard:
/// `[conv1] y = com.example.Conv:overload <strides = [1, 1]> (x, w)`. Names that are no identifiers
/// stand in quotes; small tensors are written out, large ones and graphs as their size. Source:
/// ONNX, docs/Syntax.md.
std::string nodeText(const Model& model, NodeId node);

/// Several nodes, a line each.
std::string nodesText(const Model& model, std::span<const NodeId> nodes);

/// `int`, `floats`, `graph`: how the syntax writes the kind of an attribute.
std::string_view attributeKindName(AttributeKind kind);

} // namespace model
