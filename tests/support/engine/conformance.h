#pragma once

#include "engine/verify/verify_folder.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// The results of a set of test folders.
struct ConformanceResult {
    struct Entry {
        std::string name; ///< name of the folder, as `test_add`
        std::string message;
    };
    std::size_t passed = 0;
    std::vector<Entry> failed;
    std::vector<Entry> unsupported;

    /// All entries that did not pass, one per line: `test_add: message`.
    std::string notPassed() const;
};

/// Runs every test folder below `folder` for which `isWanted` returns true.
ConformanceResult runConformance(const std::filesystem::path& folder,
    const std::function<bool(std::string_view name)>& isWanted,
    const engine::VerifyOptions& options);

/// Options with one thread and without passes, so that a failure is caused by the kernel.
engine::VerifyOptions conformanceOptions();

/// Runs every test folder below `folder` whose name contains `filter`, with kernels of these tiers
/// and conformanceOptions().
ConformanceResult runConformance(const std::filesystem::path& folder, std::string_view filter,
    const std::vector<engine::Tier>& tiers);

/// The tiers from the named one downwards: `native` gives Native and Reference. Any other name than
/// `library` and `native` gives Reference only.
std::vector<engine::Tier> tiersFrom(std::string_view name);

/// Reads lines `test_name: reason`; lines that begin with `#` are comments.
std::map<std::string, std::string> readKnownFailures(const std::filesystem::path& file);

}
