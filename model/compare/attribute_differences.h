#pragma once

#include "model/model.h"
#include "model/support/hash.h"

#include <string>
#include <vector>

namespace model {

/// Appends `attribute group: 1 → 2` for each attribute in which a node of model A and a node of
/// model B differ. Graph attributes are skipped. Complete values are compared, also the elements of
/// tensors if their data can be read. If the two texts are equal, the first differing element is
/// given. An attribute that is absent is equal to its default value.
void attributeDifferences(
    std::vector<std::string>& what, const Model& ma, const Node& a, const Model& mb, const Node& b);

/// Returns a hash of the attributes of a node, independent of their order. A graph counts by its
/// name only. A tensor counts by type and shape, a small one also by its elements, because these
/// decide what the node does. An attribute with its default value does not count.
std::uint64_t attributesHash(const Node& node);

} // namespace model
