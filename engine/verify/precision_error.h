#pragma once

#include "engine/plan/plan.h"
#include "engine/plan/run_request.h"
#include "engine/run/session.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

/// What a smaller precision changes in one output, over the elements that are finite in both runs.
struct PrecisionError {
    std::string output;
    double relativeRms = 0; ///< root mean square of the differences / that of the fp32 output
    double largest = 0; ///< largest absolute difference
    double largestExpected = 0; ///< largest magnitude of the fp32 output
    std::uint64_t elements = 0;
    std::uint64_t notFinite = 0; ///< elements that are finite in one run only
};

/// Whether products are computed in less than fp32: bf16 or f16.
bool isLowered(Precision precision);

/// Compares the float outputs of two runs; both lists have the same order.
std::vector<PrecisionError> precisionErrors(
    const std::vector<NamedValue>& outputs, const std::vector<NamedValue>& expected);

/// Runs the model once in fp32 on the device of `request`, with the same inputs, and compares the
/// float outputs with `outputs`, which a run in the precision of `request` gave. Fails as
/// engine::prepare and Session::run do.
Result<std::vector<PrecisionError>> errorsAgainstFloat32(const RunRequest& request,
    const Inputs& inputs, const std::vector<NamedValue>& outputs, const std::stop_token& stop = {});

} // namespace engine
