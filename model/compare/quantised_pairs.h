#pragma once

#include "model/model.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace model {

/// Pairs of a float operator and the integer operator that a quantiser made of it.
///
///     floats   x ─► MatMul "fc" ─► h
///     quantised    x ─► DynamicQuantizeLinear ─► MatMulInteger "fc_quant" ─► Cast ─► Mul ─► h
///                   neighbours of fc_quant ──┴────────────────────────────┴─────┘
///
/// In parameter names `floats` is the float model and `quantised` the quantised one. `fc` and
/// `fc_quant` are paired if their names correspond, if the results after the quantising neighbours
/// have corresponding names, or if both are the only candidates before or after paired nodes. A
/// quantising neighbour belongs to one operator only.

/// True if `quantised` is the integer form of `floats`: MatMulInteger and QLinearMatMul of a
/// MatMul, ConvInteger of a Conv, QLinearAdd of an Add ...
bool isQuantisedForm(const Node& floats, const Node& quantised);

struct QuantisedPair {
    enum class By : std::uint8_t { Name, Result, Place };
    NodeId floats;
    NodeId quantised;
    By by = By::Name;
};
/// Returns pairs of nodes that have no partner yet. `inQuantised` and `inFloats` are the known
/// partners, by node of `floats` and of `quantised`; invalid = none. Linear in nodes and edges.
std::vector<QuantisedPair> quantisedPairs(const Model& floats, const Model& quantised,
    std::vector<NodeId> inQuantised, std::vector<NodeId> inFloats);

/// The nodes that quantise and dequantise around integer operators.
struct QuantisedNeighbours {
    std::vector<NodeId> leads; ///< by node: the operator that it quantises for; invalid = none
    /// By integer operator: the value that holds its dequantised result. No entry if other nodes
    /// read the integer result.
    std::unordered_map<NodeId, ValueId> results;
};
/// Returns the quantising neighbours of these integer operators. A node with a partner belongs to
/// none.
QuantisedNeighbours quantisedNeighbours(
    const Model& model, const std::vector<NodeId>& operators, const std::vector<NodeId>& partners);

} // namespace model
