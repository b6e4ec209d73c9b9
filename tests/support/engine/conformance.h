#pragma once

#include "engine/verify/verify_folder.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// What became of a set of test folders.
struct ConformanceResult {
    struct Entry {
        std::string name; ///< folder name, `test_add`
        std::string message;
    };
    std::size_t passed = 0;
    std::vector<Entry> failed;
    std::vector<Entry> unsupported;

    /// `test_add: message`, a line each, of all that did not pass.
    std::string notPassed() const;
};

/// Runs every test folder below `folder` whose name is wanted.
ConformanceResult runConformance(const std::filesystem::path& folder,
    const std::function<bool(std::string_view name)>& isWanted,
    const engine::VerifyOptions& options);

/// One thread and no passes, so that a failure is the kernel's.
engine::VerifyOptions conformanceOptions();

/// Runs every test folder below `folder` whose name contains `filter`, with the kernels of the
/// given tiers and `conformanceOptions`.
ConformanceResult runConformance(const std::filesystem::path& folder, std::string_view filter,
    const std::vector<engine::Tier>& tiers);

/// The tiers from the named one on: `native` is Native and Reference. Any other word: Reference
/// alone.
std::vector<engine::Tier> tiersFrom(std::string_view name);

/// Lines `test_name: reason`; `#` begins a comment.
std::map<std::string, std::string> readKnownFailures(const std::filesystem::path& file);

}
