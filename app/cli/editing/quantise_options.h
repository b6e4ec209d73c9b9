#pragma once

#include "app/cli/command.h"
#include "engine/calibrate/calibration.h"
#include "model/edit/quantise/quantise.h"

namespace cli {

/// What the command `quantize` is asked for.
struct QuantiseRequest {
    model::edit::QuantiseOptions options;
    engine::RangeOptions ranges; ///< of --scheme static
    engine::Samples calibration; ///< of --scheme static
    engine::Samples evaluation; ///< for the errors; empty: they are not measured
    std::int64_t timedRuns = 0; ///< 0: no times are measured
};

/// The options of `quantize` that are not those of other commands.
std::vector<Option> quantiseOptions();
/// Reads them. Fails with ErrorKind::Usage, also for an option that the scheme does not have.
support::Result<QuantiseRequest> quantiseRequest(const Arguments& arguments);

} // namespace cli
