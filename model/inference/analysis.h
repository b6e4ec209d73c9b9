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

/// A named dimension that the user may bind before a run.
struct FreeDimension {
    std::string name;
    std::vector<ValueId> usedBy; ///< graph inputs that use it
};

/// What was inferred about a model for one Binding. A snapshot separate from Model, so that the
/// graph view does not wait for it.
struct Analysis {
    std::shared_ptr<const Model> model;
    Binding binding;
    std::vector<ValueType> types; ///< by ValueId; declared and inferred types merged
    std::vector<Cost> costs; ///< by NodeId, under `costBinding`
    Binding costBinding; ///< `binding`, with 1 for every other free dimension
    std::vector<FreeDimension>
        freeDimensions; ///< named dimensions of the main graph's inputs, in order of first use
    support::Diagnostics diagnostics; ///< of checks and inference
    std::uint64_t parameters = 0; ///< elements of all initializers
    std::uint64_t weightBytes = 0;
    Cost total; ///< sum of the known costs of the main graph
    std::size_t unknownCosts = 0; ///< number of nodes without a known cost

    /// Returns the sizes that the costs assume in addition to `binding`: `batch = 1, seq = 1`.
    /// Empty if there are none.
    std::string assumedSizes() const;
    const ValueType& type(ValueId id) const { return types[id.value()]; }
    const Cost& cost(NodeId id) const { return costs[id.value()]; }
};

/// Returns the inferred type of a value; the declared one if `analysis` is null or has none yet.
const ValueType& typeOf(const Model& model, const Analysis* analysis, ValueId value);

/// Returns all findings about the model, most severe first: those of reading, checks and inference.
support::Diagnostics allFindings(const Analysis& analysis);

/// Runs all checks, shape inference and the cost model. Never fails. After a stop request the
/// result is incomplete and must be discarded.
std::shared_ptr<const Analysis> analyse(std::shared_ptr<const Model> model,
    const Binding& binding = {}, std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace model
