#include "profiler/comparison/setting_differences.h"

#include <array>
#include <map>

namespace profiler {
namespace {

using Kind = SettingDifference::Kind;

struct Compared {
    std::string_view key;
    std::string_view name;
    Kind kind;
};

constexpr std::array<Compared, 17> compared { {
    { keys::host, "machine", Kind::Machine },
    { keys::cpu, "processor", Kind::Machine },
    { keys::cores, "cores", Kind::Machine },
    { keys::isa, "instruction set", Kind::Machine },
    { keys::system, "system", Kind::Machine },
    { keys::kernel, "kernel", Kind::Machine },
    { keys::opscopeVersion, "Opscope", Kind::Engine },
    { keys::onednnVersion, "oneDNN", Kind::Engine },
    { keys::build, "build", Kind::Engine },
    { keys::device, "device", Kind::Settings },
    { keys::threads, "threads", Kind::Settings },
    { keys::precision, "precision", Kind::Settings },
    { keys::optimisation, "optimisation", Kind::Settings },
    { keys::cudaGraph, "CUDA graph", Kind::Settings },
    { keys::cudaTune, "kernels chosen by timing", Kind::Settings },
    { keys::seed, "seed", Kind::Settings },
    { keys::recordLevel, "recording", Kind::Settings },
} };

/// `batch=1, sequence=128`
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
    const auto add = [&](Kind kind, std::string name, std::string before, std::string after) {
        const bool isAllowed = kind == Kind::Engine
            || (kind == Kind::Machine ? options.allowsMachine : options.allowsSettings);
        differences.push_back(
            { kind, std::move(name), std::move(before), std::move(after), isAllowed });
    };
    for (const auto& row : compared) {
        const auto before = a.metadata.text(row.key);
        const auto after = b.metadata.text(row.key);
        if (!before.empty() && !after.empty() && before != after)
            add(row.kind, std::string(row.name), before, after);
    }
    const auto after = sizesOf(b.metadata.text(keys::dims));
    for (const auto& [name, size] : sizesOf(a.metadata.text(keys::dims)))
        if (const auto found = after.find(name); found != after.end() && found->second != size)
            add(Kind::Settings, "dimension " + name, size, found->second);
    return differences;
}

} // namespace profiler
