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

/// Two models run on the same inputs, tensor by tensor: the outputs of aligned nodes of the main
/// graphs, A's as what is expected.

struct NumbersOptions {
    std::optional<double> relative; ///< in place of engine::roundingTolerance
    std::optional<double> absolute;
    std::uint64_t capBytes = 512u << 20; ///< of values kept at once; more takes more runs
};

struct ComparedTensor {
    std::string node; ///< of A
    std::string nameB; ///< of the value, where it is not that of A
    engine::ComparedValue value;
};

struct NumbersDifference {
    std::vector<ComparedTensor> tensors; ///< in A's order of computing
    std::size_t notKept = 0; ///< aligned, but a pass left one of the two out
    std::optional<std::size_t> firstPast; ///< in `tensors`: past tolerance

    std::size_t pastTolerance() const;
};

/// Fails as engine::prepare and Session::run do.
support::Result<NumbersDifference> compareNumbers(const engine::RunRequest& a,
    const engine::RunRequest& b, const model::NodeAlignment& alignment,
    const NumbersOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

TextTable numbersTable(const NumbersDifference& numbers, std::size_t mostRows);
void writeNumbers(support::JsonWriter& json, const NumbersDifference& numbers);

} // namespace cli
