#pragma once

#include "app/cli/command.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// What a plan is made of: a list for each setting.
struct PlanSettings {
    std::filesystem::path folder; ///< relative paths of models begin here
    std::vector<std::string> models;
    std::map<std::string, std::vector<std::int64_t>> dims;
    std::vector<std::int64_t> threads;
    std::vector<std::string> precisions;
    std::vector<std::string> engines;
    std::vector<std::string> optimisations;
    std::vector<std::string> classes;
    std::optional<std::int64_t> runs;
    std::optional<std::int64_t> warmUpRuns;
    std::string limit;
    std::string until;
    std::vector<std::string> options;
    std::vector<std::string> include;
    std::vector<std::string> exclude;
};

/// Reads the settings from the command line, and from `files` if that is one JSON file. Options of
/// the command line replace members of the file.
support::Result<PlanSettings> planSettings(
    const Arguments& arguments, const std::vector<std::string>& files);

} // namespace cli
