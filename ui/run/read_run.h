#pragma once

#include "ui/document/document.h"

namespace ui {

/// Reads a profile and computes the timeline and, unless it is long, the statistics. For a long
/// profile Document computes the statistics. To be called from a worker thread.
support::Result<Document::Run> readRun(
    const QString& path, std::stop_token stop, const support::Progress& progress);

/// A profile and how it matches an open model.
struct ProfileMatch {
    Document::Run run; ///< steps refer to the model's nodes
    bool isSameFile = false; ///< the profile was measured with exactly this model file
};
/// Reads a profile and matches it to a model's nodes. Hashes the model file. To be called from a
/// worker thread.
support::Result<ProfileMatch> readRunFor(const QString& path, const model::Model& model,
    std::stop_token stop, const support::Progress& progress);

/// Matches existing runs to a reloaded or edited model by node names. `sha256` is that of the
/// model's bytes, empty if it is not known; runs of the identical bytes are kept unchanged.
std::vector<Document::Run> rematched(
    std::vector<Document::Run> runs, const model::Model& model, const std::string& sha256);

} // namespace ui
