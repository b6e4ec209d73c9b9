#pragma once

#include "engine/calibrate/sample_runs.h"
#include "engine/plan/run_request.h"
#include "model/edit/operation.h"
#include "model/edit/quantise/quantise.h"
#include "model/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

/// Operations of model/edit that are computed from a model.
namespace engine {

/// Operations that depend on the model as it is after all earlier ones.
using DerivedOperations = std::function<support::Result<std::vector<model::edit::Operation>>(
    std::shared_ptr<const model::Model>)>;

/// Folds what depends on constants alone, up to this many bytes a value.
constexpr std::uint64_t foldedBytes = 1 << 20;
DerivedOperations folding(std::uint64_t mostBytes = foldedBytes);
/// Makes the changes of the optimiser that a graph of ONNX can have
/// (engine/passes/optimised_nodes.h).
DerivedOperations optimising(Optimisation level);
/// Quantises with static ranges, which runs of the model over the samples find.
DerivedOperations quantisingStatically(
    model::edit::QuantiseOptions options, Samples samples, std::stop_token stop);
/// Removes what no output needs, if there is something.
support::Result<std::vector<model::edit::Operation>> removingUnused(
    std::shared_ptr<const model::Model> model);
/// Mends the findings of `check` that have one sure repair.
support::Result<std::vector<model::edit::Operation>> repairing(
    std::shared_ptr<const model::Model> model);

} // namespace engine
