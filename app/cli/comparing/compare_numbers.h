#pragma once

#include "app/cli/text_table.h"
#include "engine/plan/run_request.h"
#include "engine/verify/verify_folder.h"
#include "model/compare/compare.h"
#include "model/support/json.h"
#include "model/support/progress.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cli {

/// Comparison of two models run on the same inputs, tensor by tensor: the outputs of aligned nodes
/// of the main graphs. A's values are the expected ones.

struct NumbersOptions {
    std::optional<double> relative; ///< replaces engine::roundingTolerance
    std::optional<double> absolute;
    /// Limit for values kept at once; larger models need several runs.
    std::uint64_t capBytes = 512u << 20;
};

struct ComparedTensor {
    std::string node; ///< node of A
    std::string nameB; ///< name of the value in B; empty if it is that of A
    engine::ComparedValue value;
};

struct NumbersDifference {
    std::vector<ComparedTensor> tensors; ///< in A's order of execution
    std::size_t notKept = 0; ///< aligned pairs of which a pass removed one
    std::optional<std::size_t>
        firstPastTolerance; ///< index into `tensors` of the first beyond tolerance

    std::size_t pastTolerance() const;
};

/// Runs both models and compares their tensors. Fails like engine::prepare and Session::run.
support::Result<NumbersDifference> compareNumbers(const engine::RunRequest& a,
    const engine::RunRequest& b, const model::NodeAlignment& alignment,
    const NumbersOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

TextTable numbersTable(const NumbersDifference& numbers, std::size_t maxRows);
void writeNumbers(support::JsonWriter& json, const NumbersDifference& numbers);

} // namespace cli
