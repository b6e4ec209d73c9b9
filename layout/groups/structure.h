#pragma once

#include "layout/groups/flow.h"
#include "layout/groups/partition.h"

#include <cstdint>
#include <vector>

/// What nodes do, as numbers to compare: equal numbers for equal operators, attributes, constants'
/// and weights' types, and edges. Names and elements of weights do not count.
namespace layout::groups {

struct Read {
    std::uint32_t value = 0;
    std::uint32_t producer = none; ///< index in the flow; none: comes from outside
    std::uint32_t output = 0; ///< of the producer
};

struct Signatures {
    std::vector<std::uint64_t> operators; ///< by node: operator only
    std::vector<std::uint64_t> nodes; ///< with attributes and constant inputs
    std::vector<std::uint32_t> firstRead; ///< by node, one more than nodes
    std::vector<Read> reads; ///< inputs that are no constants, in order of inputs

    std::span<const Read> readsOf(std::uint32_t node) const
    {
        return std::span(reads).subspan(firstRead[node], firstRead[node + 1] - firstRead[node]);
    }
};

Signatures signaturesOf(
    const model::Model& model, const GraphFlow& flow, const std::vector<std::uint32_t>& indexOf);

/// Hashes of stretches of one graph. What comes from outside counts by first use.
class StructureHash {
public:
    /// `numberOf`: by ValueId, all `none`; left like that.
    StructureHash(
        const LocalTree& tree, const Signatures& signatures, std::vector<std::uint32_t>& numberOf);

    /// Of the stretch [begin, end) of LocalTree::order; never 0.
    std::uint64_t of(std::uint32_t begin, std::uint32_t end);

private:
    const LocalTree& m_tree;
    const Signatures& m_signatures;
    std::vector<std::uint32_t> m_placeOf; ///< by node: its place in the order
    std::vector<std::uint32_t>& m_numberOf;
    std::vector<std::uint32_t> m_numbered;
};

} // namespace layout::groups
