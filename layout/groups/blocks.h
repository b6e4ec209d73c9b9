#pragma once

#include "layout/groups/partition.h"
#include "layout/groups/structure.h"

#include <stop_token>

namespace layout::groups {

/// Adds groups for repeating sequences in groups with more than a hundred direct items that names
/// do not divide.
void addBlocks(
    LocalTree& tree, const Signatures& signatures, StructureHash& hash, std::stop_token stop);

} // namespace layout::groups
