#pragma once

#include "app/cli/text_table.h"
#include "model/inference/analysis.h"
#include "profiler/statistics/query_figures.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cli {

/// A model with what `inspect` tells about it.
struct Inspected {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis;
    std::vector<std::string> labels; ///< of nodes, by NodeId
    /// What a profile measured, for queries; null without one.
    std::shared_ptr<const profiler::QueryFigures> figures;
};

TextTable nodeTable(const Inspected& inspected);
/// Inputs, outputs, weights and what lies between, with who makes and who reads them.
TextTable valueTable(const Inspected& inspected);

enum class Hashes { Leave, Compute };
/// Largest first. Hashes read all data, external files too; what cannot be read has none.
TextTable weightTable(const Inspected& inspected, Hashes hashes);
/// XXH3-128 over names and data of all weights; fails with the first that cannot be read.
support::Result<std::string> weightsHash(const model::Model& model, std::stop_token stop);

/// Nodes and values that a query of the Find line matches. Errors: Usage, with the column and what
/// was expected there.
support::Result<TextTable> findTable(
    const Inspected& inspected, const std::string& query, std::stop_token stop);

} // namespace cli
