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

/// Which nodes of two models are the same, and what differs.
///
///     A   x ─► Conv "stem" ─► Relu "act" ─► MatMul "head"
///     B   x ─► Conv "stem" ─► Relu "r1"  ─► Cast "new" ─► MatMul "head"
///
///     stem, head   by name
///     act = r1     by structure: the same operator on the same inputs
///     new          added
///
/// Names come first, where they are unique in both. A name that only counts (`Conv_12`) is believed
/// at once only if the structure agrees: one more node renumbers all that follow. Then nodes that
/// are computed alike from the model's inputs, or used alike up to its outputs, where that is said
/// of one node only; then what stands beside aligned nodes at the same input or output; then
/// operators of floats and what computes them in whole numbers (quantised_pairs.h); at last, of
/// what lies between aligned nodes, the longest sequence of equal operators, and what stands alike
/// from the model's own inputs and outputs on. Weights count with type and shape, not with their
/// numbers. Linear in nodes and edges but for that sequence, which
/// is bounded (common_order.h).

enum class PairedBy : std::uint8_t { Name, Structure, Neighbours, Order };
std::string_view pairedByName(PairedBy by);

struct NodeAlignment {
    std::vector<NodeId> inB; ///< by node of A; invalid = it has none
    std::vector<NodeId> inA; ///< by node of B
    std::vector<PairedBy> by; ///< by node of A, where it has one
    std::size_t pairs = 0;
    /// What quantises around nodes that are paired with such of floats. Empty if that is not known.
    QuantisedNeighbours quantisedA;
    QuantisedNeighbours quantisedB;

    NodeId partner(NodeId ofA) const { return inB[ofA.value()]; }
};
/// Stopped = an alignment nobody keeps.
NodeAlignment alignNodes(const Model& a, const Model& b, const std::stop_token& stop = {});

enum class NodeChange : std::uint8_t { Removed, Added, Changed, Renamed };
std::string_view nodeChangeName(NodeChange change);

struct NodeDifference {
    NodeChange change = NodeChange::Changed;
    NodeId a; ///< invalid if added
    NodeId b; ///< invalid if removed
    bool isRenamed = false; ///< also, if changed
    std::vector<std::string> what; ///< `type MatMul → MatMulNBits`, `attribute bits: 4 → 8`
};

struct StructureDifference {
    NodeAlignment alignment;
    std::vector<NodeDifference> nodes; ///< those of A in its order, then what was added
    std::vector<std::string> models; ///< opsets, inputs, outputs: `input x: 1×3 fp32 → 1×4 fp32`
    std::array<std::size_t, 4> counts {}; ///< of `nodes`, by NodeChange
};
/// Stopped = a partial difference nobody keeps.
StructureDifference compareStructure(
    const Model& a, const Model& b, const std::stop_token& stop = {});

} // namespace model
