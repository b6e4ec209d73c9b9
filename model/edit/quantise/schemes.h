#pragma once

#include "model/edit/quantise/graph_rewrite.h"
#include "model/edit/quantise/weights.h"

#include <unordered_set>

/// The parts of quantise(): what is chosen, and a rewriter for each scheme.
namespace model::edit {

/// A product with a constant: y = x · W + c.
struct Product {
    NodeId node;
    Weight weight;
    bool isByOutput = false; ///< the tensor is [N, K], and the product reads it as [K, N]
    ValueId addend; ///< c of Gemm; invalid: none
    /// K and N: the lengths of the rows of x and y.
    std::int64_t inner() const { return weight.tensor->dims[isByOutput ? 1 : 0]; }
    std::int64_t columns() const { return weight.tensor->dims[isByOutput ? 0 : 1]; }
};

/// Reads a MatMul or Gemm. The message of an error says why it is not quantised.
support::Result<Product> productOf(const Model& model, NodeId node);
/// Reads the weight of a Gather of rows of a table, or of a Conv, in the same way.
support::Result<Weight> tableOf(const Model& model, NodeId node);
support::Result<Weight> filtersOf(const Model& model, NodeId node);
/// Returns the tables that the Gather nodes of a list read.
support::Result<std::unordered_set<const Tensor*>> tablesOf(
    const Model& model, const std::vector<NodeId>& nodes);

/// The nodes that stay as the user wants, with the reason of each.
class KeptNodes {
public:
    static support::Result<KeptNodes> create(const Model& model, const QuantiseOptions& options);
    /// Why the node stays as it is; empty if nothing says so.
    std::string reasonFor(const Model& model, NodeId node) const;

private:
    std::unordered_set<NodeId> m_nodes;
    std::unordered_set<std::string> m_types;
};

/// Decides which operators and activations a static quantisation covers: static_placement.cpp.
QuantisationPlan placeStatically(const Model& model, const KeptNodes& kept);

support::Result<void> rewriteInBlocks(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan);
support::Result<void> rewriteDynamically(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan);
support::Result<void> rewriteStatically(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan);

} // namespace model::edit
