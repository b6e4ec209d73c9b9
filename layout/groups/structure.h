#pragma once

#include "layout/groups/flow.h"
#include "layout/groups/partition.h"

#include <cstdint>
#include <vector>

/// Hashes of what nodes do. They are equal for equal operators, attributes, types of constants and
/// weights, and edges. Names and weight elements are ignored.
namespace layout::groups {

struct Read {
    std::uint32_t value = 0;
    std::uint32_t producer = none; ///< index in the flow; none: a value from outside
    std::uint32_t output = 0; ///< of the producer
};

struct Signatures {
    std::vector<std::uint64_t> operators; ///< by node: only the operator
    std::vector<std::uint64_t> nodes; ///< by node: with attributes and constant inputs
    std::vector<std::uint32_t> firstRead; ///< by node, one entry more than nodes
    std::vector<Read> reads; ///< inputs that are not constants, in order of inputs

    std::span<const Read> readsOf(std::uint32_t node) const
    {
        return std::span(reads).subspan(firstRead[node], firstRead[node + 1] - firstRead[node]);
    }
};

Signatures signaturesOf(
    const model::Model& model, const GraphFlow& flow, const std::vector<std::uint32_t>& indexOf);

/// Hashes ranges of one graph. Values from outside are numbered by first use.
class StructureHash {
public:
    /// `numberOf`: scratch, by ValueId. All entries must be `none`, and are `none` again after each
    /// call.
    StructureHash(
        const LocalTree& tree, const Signatures& signatures, std::vector<std::uint32_t>& numberOf);

    /// Returns the hash of the range [begin, end) of LocalTree::order; never 0.
    std::uint64_t of(std::uint32_t begin, std::uint32_t end);

private:
    const LocalTree& m_tree;
    const Signatures& m_signatures;
    std::vector<std::uint32_t> m_placeOf; ///< by node: its position in the order
    std::vector<std::uint32_t>& m_numberOf;
    std::vector<std::uint32_t> m_numbered;
};

} // namespace layout::groups
