#pragma once

#include "model/model.h"
#include "model/support/hash.h"

#include <string>
#include <vector>

namespace model {

/// Adds `attribute group: 1 → 2` for each in which a node of model A and one of B differ, but for
/// graphs. Values are compared whole, the elements of tensors included (as far as their data can be
/// read); where the texts are equal, the first element that differs is said. A default is the same
/// whether it is written or not.
void attributeDifferences(
    std::vector<std::string>& what, const Model& ma, const Node& a, const Model& mb, const Node& b);

/// The attributes of a node as one number, whatever their order: graphs by name only, tensors by
/// type and shape, small ones also by their elements, since those say what the node does. A default
/// counts for nothing, written or not.
std::uint64_t attributesHash(const Node& node);

} // namespace model
