#pragma once

#include "model/model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// An attribute as the node's operator has it where the node does not give it; nothing if it has
/// none then.
std::optional<std::string> defaultText(const Node& node, std::string_view name);

/// Adds `attribute group: 1 → 2` for each in which the nodes differ, but for graphs. A default is
/// the same whether it is written or not.
void attributeDifferences(std::vector<std::string>& what, const Node& a, const Node& b);

} // namespace model
