#pragma once

#include "model/compare/quantised_pairs.h"
#include "model/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace model {

/// Structural comparison of two models: which nodes correspond, and what differs.
///
///     A   x ─► Conv "stem" ─► Relu "act" ─► MatMul "head"
///     B   x ─► Conv "stem" ─► Relu "r1"  ─► Cast "new" ─► MatMul "head"
///
///     stem, head   by name
///     act = r1     by structure: the same operator on the same inputs
///     new          added
///
/// The steps, in this order:
/// - names that are unique in both models. A name with a counter (`Conv_12`) needs an equal
///   structure too, because one more node renumbers all that follow
/// - nodes that are computed alike from the model's inputs, or used alike up to its outputs,
///   if exactly one node in each model has that property
/// - neighbours of paired nodes at the same input or output
/// - float operators and their quantised forms (quantised_pairs.h)
/// - between paired nodes, the longest common sequence of equal operators
/// - the other names with a counter, if the operator is the same
/// - what reads the same model input or computes the same model output
///
/// Weights are compared by type and shape, not by elements. Time is linear in nodes and edges,
/// except for the common sequence, which is bounded (longest_common_subsequence.h).

enum class PairedBy : std::uint8_t { Name, Structure, Neighbours, Order };

/// The pairs of corresponding nodes of two models.
struct NodeAlignment {
    std::vector<NodeId> inB; ///< by node of A; invalid: no partner
    std::vector<NodeId> inA; ///< by node of B
    std::vector<PairedBy> by; ///< by node of A; valid if it has a partner
    std::size_t pairs = 0;
    /// Nodes that quantise around an operator whose partner is a float operator. Empty if not
    /// computed.
    QuantisedNeighbours quantisedA;
    QuantisedNeighbours quantisedB;

    NodeId partner(NodeId ofA) const { return inB[ofA.value()]; }
};
/// Computes the pairs. After a stop request the result is incomplete and must be discarded.
NodeAlignment alignNodes(const Model& a, const Model& b, const std::stop_token& stop = {});

enum class NodeChange : std::uint8_t { Removed, Added, Changed, Renamed };
std::string_view nodeChangeName(NodeChange change);

struct NodeDifference {
    NodeChange change = NodeChange::Changed;
    NodeId a; ///< invalid if added
    NodeId b; ///< invalid if removed
    bool isRenamed = false; ///< a changed node can be renamed too
    std::vector<std::string> what; ///< `type MatMul → MatMulNBits`, `attribute bits: 4 → 8`
};

struct StructureDifference {
    NodeAlignment alignment;
    std::vector<NodeDifference> nodes; ///< nodes of A in its order, then added nodes
    std::vector<std::string> models; ///< opsets, inputs, outputs: `input x: 1×3 fp32 → 1×4 fp32`
    std::array<std::size_t, 4> counts {}; ///< of `nodes`, by NodeChange
};
/// Compares two models. After a stop request the result is incomplete and must be discarded.
StructureDifference compareStructure(
    const Model& a, const Model& b, const std::stop_token& stop = {});

} // namespace model
