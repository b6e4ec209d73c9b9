#pragma once

#include "model/support/result.h"
#include "profiler/comparison/comparison.h"
#include "profiler/history/setup.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// A folder of profiles that later measurements are compared with. It holds one profile for each
/// model file, kind of machine and settings, and `index.tsv`:
///
///     # Opscope baselines, version 1: model, sha256, machine, …, file
///     resnet.onnx ⇥ 3f2c… ⇥ processor …, cores 8 ⇥ threads 8, … ⇥ 9ab04 ⇥ …
///
/// The index is text with one line per baseline, sorted, so that git merges it and shows what
/// changed. A baseline's file has the hash of its content in its name, and never changes: the index
/// is replaced by one rename, then files that it does not name any more are removed. A process that
/// saves holds a lock (flock) on the folder.

struct Baseline {
    std::string model; ///< name of the file
    std::string modelSha256; ///< empty: unknown
    std::string machine; ///< factsText
    std::string settings; ///< factsText
    std::string commit; ///< empty: unknown
    std::string measured; ///< `2026-11-14T09:30:00Z`; empty: unknown
    std::int64_t wallNs = 0; ///< median
    std::string file; ///< in the folder
    bool operator==(const Baseline&) const = default;

    /// The commit if it is known, otherwise the file.
    const std::string& name() const { return commit.empty() ? file : commit; }
};

/// Reads the index. Fails if the folder has none, or if a line of it cannot be read.
support::Result<std::vector<Baseline>> readBaselines(const std::filesystem::path& folder);

struct SavedBaseline {
    Baseline baseline;
    std::optional<Baseline> replaced; ///< an older one of the same model, machine and settings
};
/// Adds a profile, or replaces the one of its setup. Creates the folder and the index if they are
/// absent. Fails for a profile that was interrupted or has no recorded runs.
support::Result<SavedBaseline> saveBaseline(
    const std::filesystem::path& folder, const Profile& profile);

enum class ModelIdentity {
    Hash, ///< of the same model file
    Name, ///< of a model file of the same name: for a model that is exported anew
};

/// A baseline that cannot be compared, and why.
struct RefusedBaseline {
    Baseline baseline;
    std::vector<SettingDifference> differences; ///< without allowed ones
};
struct BaselineMatch {
    std::optional<Baseline> baseline; ///< nothing: none can be compared
    std::shared_ptr<const Profile> profile; ///< of the baseline
    std::vector<RefusedBaseline> refused; ///< of the same model; fewest differences first
};
/// Finds the newest baseline of the model whose machine and settings are those of the profile,
/// except for differences that the options allow.
support::Result<BaselineMatch> findBaseline(const std::filesystem::path& folder,
    const Profile& profile, ModelIdentity identity, const CompareOptions& options,
    std::stop_token stop = {});

} // namespace profiler
