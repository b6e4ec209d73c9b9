#pragma once

#include "model/model.h"

#include <span>
#include <string_view>

namespace model::checks {

/// Returns the words that the standard allows for a text attribute of an operator; empty if any
/// text is allowed, or none is.
std::span<const std::string_view> allowedWords(const Node& node, std::string_view attribute);

} // namespace model::checks
