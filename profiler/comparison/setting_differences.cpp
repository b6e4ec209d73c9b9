#include "profiler/comparison/comparison.h"

#include "profiler/tables/load_record.h"

#include <array>
#include <map>

namespace profiler {
namespace {

struct Compared {
    std::string_view key;
    std::string_view name;
    SettingDifference::Kind kind;
};

constexpr std::array<Compared, 20> compared { {
    { keys::host, "machine", SettingDifference::Kind::Machine },
    { keys::cpu, "processor", SettingDifference::Kind::Machine },
    { keys::cores, "cores", SettingDifference::Kind::Machine },
    { keys::isa, "instruction set", SettingDifference::Kind::Machine },
    { keys::system, "system", SettingDifference::Kind::Machine },
    { keys::kernel, "kernel", SettingDifference::Kind::Machine },
    { keys::opscopeVersion, "Opscope", SettingDifference::Kind::Engine },
    { keys::onednnVersion, "oneDNN", SettingDifference::Kind::Engine },
    { keys::build, "build", SettingDifference::Kind::Engine },
    { keys::device, "device", SettingDifference::Kind::Settings },
    { keys::threads, "threads", SettingDifference::Kind::Settings },
    { keys::streams, "streams", SettingDifference::Kind::Settings },
    { keys::rate, "requests a second", SettingDifference::Kind::Settings },
    { keys::arrivals, "arrivals", SettingDifference::Kind::Settings },
    { keys::precision, "precision", SettingDifference::Kind::Settings },
    { keys::optimisation, "optimisation", SettingDifference::Kind::Settings },
    { keys::cudaGraph, "CUDA graph", SettingDifference::Kind::Settings },
    { keys::tune, "kernels chosen by timing", SettingDifference::Kind::Settings },
    { keys::seed, "seed", SettingDifference::Kind::Settings },
    { keys::recordLevel, "recording", SettingDifference::Kind::Settings },
} };

/// Parses `batch=1, sequence=128`.
std::map<std::string, std::string> sizesOf(std::string_view dims)
{
    std::map<std::string, std::string> sizes;
    while (!dims.empty()) {
        const auto comma = dims.find(", ");
        const auto item = dims.substr(0, comma);
        if (const auto equals = item.rfind('='); equals != std::string_view::npos)
            sizes.emplace(item.substr(0, equals), item.substr(equals + 1));
        dims.remove_prefix(comma == std::string_view::npos ? dims.size() : comma + 2);
    }
    return sizes;
}

} // namespace

std::vector<SettingDifference> settingDifferences(
    const Profile& a, const Profile& b, const CompareOptions& options)
{
    std::vector<SettingDifference> differences;
    const auto add = [&](SettingDifference::Kind kind, std::string name, std::string before,
                         std::string after, bool isOfHost = false) {
        const bool isAllowed = kind == SettingDifference::Kind::Engine
            || (isOfHost && options.allowsHost)
            || (kind == SettingDifference::Kind::Machine ? options.allowsMachine
                                                         : options.allowsSettings);
        differences.push_back(
            { kind, std::move(name), std::move(before), std::move(after), isAllowed });
    };
    for (const auto& row : compared) {
        const auto before = a.metadata.text(row.key);
        const auto after = b.metadata.text(row.key);
        if (!before.empty() && !after.empty() && before != after)
            add(row.kind, std::string(row.name), before, after,
                row.key == keys::host || row.key == keys::kernel);
    }
    const auto after = sizesOf(b.metadata.text(keys::dims));
    for (const auto& [name, size] : sizesOf(a.metadata.text(keys::dims)))
        if (const auto found = after.find(name); found != after.end() && found->second != size)
            add(SettingDifference::Kind::Settings, "dimension " + name, size, found->second);
    return differences;
}

} // namespace profiler
