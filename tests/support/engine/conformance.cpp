#include "tests/support/engine/conformance.h"

#include <fstream>

namespace testing {

std::string ConformanceResult::notPassed() const
{
    std::string lines;
    for (const auto* entries : { &failed, &unsupported }) {
        for (const auto& entry : *entries)
            lines += entry.name + ": " + entry.message + '\n';
    }
    return lines;
}

engine::VerifyOptions conformanceOptions()
{
    engine::VerifyOptions options;
    options.settings.optimisation = engine::Optimisation::None;
    options.settings.threads = 1;
    return options;
}

ConformanceResult runConformance(const std::filesystem::path& folder,
    const std::function<bool(std::string_view name)>& isWanted,
    const engine::VerifyOptions& options)
{
    ConformanceResult result;
    for (const auto& test : engine::findTestFolders(folder)) {
        const auto name = test.filename().string();
        if (!isWanted(name))
            continue;
        const auto verified = engine::verifyFolder(test, options);
        if (verified.outcome == engine::VerifyOutcome::Passed)
            ++result.passed;
        else if (verified.outcome == engine::VerifyOutcome::Failed)
            result.failed.push_back({ name, verified.message });
        else
            result.unsupported.push_back({ name, verified.message });
    }
    return result;
}

ConformanceResult runConformance(const std::filesystem::path& folder, std::string_view filter,
    const std::vector<engine::Tier>& tiers)
{
    auto options = conformanceOptions();
    options.settings.tiers = tiers;
    return runConformance(
        folder,
        [filter](std::string_view name) { return name.find(filter) != std::string_view::npos; },
        options);
}

std::vector<engine::Tier> tiersFrom(std::string_view name)
{
    if (name == "library")
        return { engine::Tier::Library, engine::Tier::Native, engine::Tier::Reference };
    if (name == "native")
        return { engine::Tier::Native, engine::Tier::Reference };
    return { engine::Tier::Reference };
}

std::map<std::string, std::string> readKnownFailures(const std::filesystem::path& file)
{
    std::map<std::string, std::string> known;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        const auto colon = line.find(':');
        if (!line.empty() && line.front() != '#' && colon != std::string::npos)
            known.emplace(line.substr(0, colon), line.substr(colon + 1));
    }
    return known;
}

}
