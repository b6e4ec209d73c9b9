#pragma once

#include "app/cli/text_table.h"
#include "model/inference/analysis.h"
#include "profiler/statistics/query_figures.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cli {

/// A model with the data that `inspect` shows.
struct Inspected {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis;
    std::vector<std::string> labels; ///< of nodes, by NodeId
    /// Figures of a profile, for queries; null without a profile.
    std::shared_ptr<const profiler::QueryFigures> figures;
};

TextTable nodeTable(const Inspected& inspected);
/// Returns the table of inputs, outputs, weights and inner values, with producers and readers.
TextTable valueTable(const Inspected& inspected);

enum class Hashes { Leave, Compute };
/// Returns the table of weights, largest first. Hashes read all data, also from external files; a
/// weight that cannot be read has none.
TextTable weightTable(const Inspected& inspected, Hashes hashes);
/// Returns the XXH3-128 over names and data of all weights. Fails with the first weight that cannot
/// be read, and as Cancelled if stopped.
support::Result<std::string> weightsHash(const model::Model& model, std::stop_token stop);

/// Returns the nodes and values that match a query in the language of the window's search line.
/// `captured`: files and folders of values that `run --save` wrote, found by their names. Fails
/// with ErrorKind::Usage, with the column and what was expected there.
support::Result<TextTable> findTable(const Inspected& inspected, const std::string& query,
    const std::vector<std::string>& captured, std::stop_token stop);

} // namespace cli
