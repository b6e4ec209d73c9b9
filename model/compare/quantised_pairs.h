#pragma once

#include "model/model.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace model {

/// Operators of floats and what computes them in whole numbers, as quantisers write it.
///
///     floats   x ─► MatMul "fc" ─► h
///     whole    x ─► DynamicQuantizeLinear ─► MatMulInteger "fc_quant" ─► Cast ─► Mul ─► h
///                   company of fc_quant ─────┴────────────────────────────┴─────┘
///
/// `fc` and `fc_quant` are paired because their names, or the results behind the company, say so,
/// or because both stand alone behind or before nodes that are paired. The company quantises for
/// one operator and for no other.

/// Whether `whole` does in whole numbers what `floats` does: MatMulInteger and QLinearMatMul of a
/// MatMul, ConvInteger of a Conv, QLinearAdd of an Add ...
bool isQuantisedForm(const Node& floats, const Node& whole);

struct QuantisedPair {
    enum class By : std::uint8_t { Name, Result, Place };
    NodeId floats;
    NodeId whole;
    By by = By::Name;
};
/// Pairs among nodes that have no partner yet; the partners are those by node of either model,
/// invalid = none. Linear in nodes and edges.
std::vector<QuantisedPair> quantisedPairs(const Model& floats, const Model& whole,
    std::vector<NodeId> inWhole, std::vector<NodeId> inFloats);

struct QuantisedNeighbours {
    std::vector<NodeId> leads; ///< by node: the operator that it quantises for; invalid = none
    /// By operator in whole numbers: its result as floats; none if others read it as it is.
    std::unordered_map<NodeId, ValueId> results;
};
/// Of these operators of whole numbers; nodes with a partner are nobody's company.
QuantisedNeighbours quantisedNeighbours(
    const Model& model, const std::vector<NodeId>& operators, const std::vector<NodeId>& partners);

} // namespace model
