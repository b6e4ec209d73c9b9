#pragma once

#include "app/cli/editing/quantise_options.h"
#include "engine/calibrate/operator_errors.h"
#include "model/edit/save.h"

#include <optional>

namespace cli {

/// What quantising did and costs.
struct QuantiseReport {
    const model::Model& before;
    const model::Model& after;
    const QuantiseRequest& request;
    const model::edit::QuantisationPlan& plan;
    std::string step; ///< sentence of the history
    std::string operation; ///< as JSON
    engine::ModelErrors errors {}; ///< `own` in the order of the plan's nodes; empty: not measured
    std::uint64_t seed = 0; ///< of random samples
    std::uint64_t bytesBefore = 0; ///< with weights in external files
    std::uint64_t bytesAfter = 0;
    std::vector<double> nsBefore {}; ///< of timed runs in our engine
    std::vector<double> nsAfter {};
    std::optional<std::string> target {}; ///< nothing with --dry-run
    model::edit::SavedModel saved {};
};

/// Bytes of the model file and of the weights outside of it.
std::uint64_t wholeBytes(const model::Model& model);

std::string quantiseText(const QuantiseReport& report, const Invocation& invocation);
std::string quantiseDocument(const QuantiseReport& report);

} // namespace cli
