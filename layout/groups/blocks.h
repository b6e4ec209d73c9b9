#pragma once

#include "layout/groups/partition.h"
#include "layout/groups/structure.h"

#include <stop_token>

namespace layout::groups {

/// Adds groups for stretches that repeat inside groups with more than a hundred things side by
/// side, where names do not divide them.
void addBlocks(
    LocalTree& tree, const Signatures& signatures, StructureHash& hash, std::stop_token stop);

} // namespace layout::groups
