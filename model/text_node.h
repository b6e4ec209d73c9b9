#pragma once

#include "model/model.h"

#include <span>
#include <string>
#include <string_view>

namespace model {

/// Returns the node in ONNX's textual syntax, for the raw view and the clipboard: `[conv1] y =
/// com.example.Conv:overload <strides = [1, 1]> (x, w)`. Names that are not identifiers are quoted.
/// Small tensors are written in full, large tensors and graphs as their size. Source: ONNX,
/// docs/Syntax.md.
std::string nodeText(const Model& model, NodeId node);

/// Returns several nodes, one per line.
std::string nodesText(const Model& model, std::span<const NodeId> nodes);

/// Returns the name of an attribute kind in that syntax: `int`, `floats`, `graph`.
std::string_view attributeKindName(AttributeKind kind);

} // namespace model
