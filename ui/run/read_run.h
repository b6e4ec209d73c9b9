#pragma once

#include "ui/document/document.h"

namespace ui {

/// Reads a profile with what every view needs of it: timeline and, unless it is long, statistics,
/// which Document computes else. For a worker.
support::Result<Document::Run> readRun(
    const QString& path, std::stop_token stop, const support::Progress& progress);

/// A profile beside a model that is open.
struct ProfileMatch {
    Document::Run run; ///< led to the model's nodes
    bool isSameFile = false; ///< it was taken from exactly this model file
};
/// The same, led to a model's nodes; `modelPath` is hashed. For a worker.
support::Result<ProfileMatch> readRunFor(const QString& path, const model::Model& model,
    std::stop_token stop, const support::Progress& progress);

/// Runs of a model that was read again: led to the nodes of these names, unless the file is the
/// same. For a worker.
support::Result<std::vector<Document::Run>> rematched(
    std::vector<Document::Run> runs, const model::Model& model, std::stop_token stop);

} // namespace ui
