#pragma once

#include "model/graph.h"

#include <optional>
#include <string_view>

/// Types that hide in attributes, such as `to` of Cast.
namespace model::edit::convert {

/// The element type of a tensor, or of the tensors in a sequence or optional.
ElementType leafElement(const ValueType& type);

/// The attribute of a node that gives the type of output 0. Nothing if none does, also if the node
/// leaves it out and its output then has the type of an input.
std::optional<std::string_view> typeAttribute(const Node& node);
/// Whether the operator has such an attribute.
bool canHaveTypeAttribute(const Node& node);

} // namespace model::edit::convert
