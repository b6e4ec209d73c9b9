#pragma once

#include "model/edit/message.h"
#include "model/model.h"

#include <cstdint>
#include <span>
#include <vector>

/// Ids of one snapshot in the next one. Ids are positions in the tables of a snapshot, so an edit
/// moves them. A node is the same if its field in the file is the same: fields keep the address of
/// their first byte when they are opened, moved or copied into another graph.
namespace model::edit {

/// The id after a step, by the id before it; invalid for what was removed. What was added is no
/// one's successor.
struct IdMap {
    std::vector<NodeId> nodes;
    std::vector<ValueId> values;
    std::vector<GraphId> graphs;

    /// Valid ids stay valid or become invalid; invalid ones stay so.
    NodeId of(NodeId id) const;
    ValueId of(ValueId id) const;
    GraphId of(GraphId id) const;
};

/// The ids of a table with this many entries.
template <typename Id>
std::vector<Id> firstIds(std::size_t count)
{
    std::vector<Id> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        ids.emplace_back(i);
    return ids;
}

/// Where the values of a list are; those that were removed are left out.
std::vector<ValueId> valuesNow(const IdMap& map, const std::vector<ValueId>& values);

/// The map of two steps, one after the other.
IdMap composed(const IdMap& first, const IdMap& second);
/// The map of a snapshot to itself.
IdMap identityOf(const Model& model);

/// What identifies the parts of a snapshot as long as its bytes live: addresses of fields, in the
/// order of the ids. Null: the part has no field of its own that is known.
struct Fingerprints {
    std::vector<const std::byte*> nodes;
    std::vector<const std::byte*> values; ///< declarations as input or initializer
};
/// `root` is the ModelProto that the snapshot was read from.
Fingerprints fingerprintsOf(const Model& model, const Message& root);

/// Where the fields of these addresses are afterwards, by their positions before. Of fields with
/// one address, such as a node and its copy, each is matched once.
constexpr std::uint32_t noPosition = 0xFFFFFFFF; ///< removed, or no address
std::vector<std::uint32_t> matchedPositions(
    std::span<const std::byte* const> before, std::span<const std::byte* const> after);

/// Finds the ids of `before` in `after`. The bytes of both must be alive. Nodes are found by their
/// fields, graphs by the nodes that own them, values by their producers, declarations or names.
IdMap idMap(const Model& before, const Fingerprints& beforePrints, const Model& after,
    const Fingerprints& afterPrints);

} // namespace model::edit
