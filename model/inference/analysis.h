#pragma once

#include "model/inference/cost.h"
#include "model/model.h"
#include "model/support/diagnostic.h"
#include "model/support/progress.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace model {

/// A dimension that a person may bind before a run.
struct FreeDimension {
    std::string name;
    std::vector<ValueId> usedBy; ///< graph inputs that use it
};

/// What was inferred about a model under one Binding. A snapshot separate from Model, so that the
/// picture never waits for it.
struct Analysis {
    std::shared_ptr<const Model> model;
    Binding binding;
    std::vector<ValueType> types; ///< by ValueId: declared and inferred, merged
    std::vector<Cost> costs; ///< by NodeId, under `costBinding`
    Binding costBinding; ///< `binding`, and 1 for every other free dimension
    std::vector<FreeDimension>
        freeDimensions; ///< named dimensions of the main graph's inputs, in order of first use
    support::Diagnostics diagnostics; ///< checks, inference
    std::uint64_t parameters = 0; ///< elements of all initializers
    std::uint64_t weightBytes = 0;
    Cost total; ///< sum of the known costs of the main graph
    std::size_t unknownCosts = 0; ///< number of nodes without a known cost

    /// `batch = 1, seq = 1`: what the costs assume beyond what was bound; empty if nothing.
    std::string assumedSizes() const;
    const ValueType& type(ValueId id) const { return types[id.value()]; }
    const Cost& cost(NodeId id) const { return costs[id.value()]; }
};

/// Everything found about the model, worst first: while reading, by checks, by inference.
support::Diagnostics allFindings(const Analysis& analysis);

/// Runs all checks, shape inference and the cost model. Never fails; cancelled = a partial analysis
/// nobody keeps.
std::shared_ptr<const Analysis> analyse(std::shared_ptr<const Model> model,
    const Binding& binding = {}, std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace model
