#include "profiler/history/setup.h"

#include "model/support/text.h"
#include "profiler/tables/load_record.h"

#include <span>

namespace profiler {

namespace {

struct SetupKey {
    std::string_view key;
    std::string_view name;
};

constexpr SetupKey machineKeys[] { { keys::cpu, "processor" }, { keys::cores, "cores" },
    { keys::isa, "instruction set" }, { keys::system, "system" } };
constexpr SetupKey settingKeys[] { { keys::engineName, "engine" }, { keys::device, "device" },
    { keys::threads, "threads" }, { keys::pinned, "pinned" }, { keys::streams, "streams" },
    { keys::rate, "requests a second" }, { keys::arrivals, "arrivals" },
    { keys::precision, "precision" }, { keys::optimisation, "optimisation" },
    { keys::cudaGraph, "CUDA graph" }, { keys::dims, "dimensions" },
    { keys::recordLevel, "recording" }, { keys::generationPrompt, "prompt" },
    { keys::generationTokens, "tokens" } };

std::vector<NamedText> factsOf(const Metadata& metadata, std::span<const SetupKey> keys)
{
    std::vector<NamedText> facts;
    for (const auto& [key, name] : keys)
        if (auto value = metadata.text(key); !value.empty())
            facts.push_back({ std::string(name), std::move(value) });
    return facts;
}

} // namespace

Setup setupOf(const Profile& profile)
{
    const auto& metadata = profile.metadata;
    return { metadata.text(keys::modelName), factsOf(metadata, machineKeys),
        factsOf(metadata, settingKeys) };
}

std::string factsText(std::span<const NamedText> facts)
{
    return support::joined(
        facts, ", ", [](const NamedText& fact) { return fact.name + " " + fact.value; });
}

} // namespace profiler
