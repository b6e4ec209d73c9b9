#pragma once

#include "engine/calibrate/range_histogram.h"
#include "engine/calibrate/sample_runs.h"
#include "model/support/progress.h"

#include <map>
#include <string>

namespace engine {

/// Histograms of values by name.
using Histograms = std::map<std::string, RangeHistogram, std::less<>>;

/// Runs the model over all samples and counts the numbers of the values in the lists (values of the
/// main graph, also its inputs). A value that no run reaches is left out. Fails as engine::prepare
/// does, and with ErrorKind::Failed if a value has numbers that are not finite.
Result<Histograms> calibrate(const RunRequest& request, const Samples& samples,
    const std::vector<std::vector<model::ValueId>>& values, std::stop_token stop = {},
    const support::Progress& progress = {});

/// The ranges of the values of a plan of static quantisation, by name, from the same runs.
Result<std::map<std::string, ActivationRange, std::less<>>> activationRanges(
    const RunRequest& request, const Samples& samples, const model::edit::QuantisationPlan& plan,
    const RangeOptions& options, std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace engine
