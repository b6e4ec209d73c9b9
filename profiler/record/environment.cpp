#include "profiler/record/environment.h"

#include "model/support/text.h"
#include "profiler/record/clock.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <thread>

namespace profiler {
namespace {

std::string firstLine(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// Returns the text after `key` and a separator, from lines like `model name : x` or `NAME="x"`.
std::string fieldOf(const std::string& path, std::string_view key)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key))
            continue;
        const auto begin = line.find_first_not_of(" \t:=\"", key.size());
        if (begin == key.size() || begin == std::string::npos)
            continue;
        return line.substr(begin, line.find_last_not_of(" \t\"") + 1 - begin);
    }
    return {};
}

std::string instructionSet()
{
    auto flags = fieldOf("/proc/cpuinfo", "flags");
    if (flags.empty())
        flags = fieldOf("/proc/cpuinfo", "Features"); // aarch64
    flags = " " + flags + " ";
    struct Row {
        std::string_view flag;
        std::string_view name;
    };
    static constexpr std::array rows { Row { "amx_bf16", "AMX" },
        Row { "avx512_bf16", "AVX512-BF16" }, Row { "avx512f", "AVX-512" }, Row { "avx2", "AVX2" },
        Row { "avx", "AVX" }, Row { "sse4_2", "SSE4.2" }, Row { "asimd", "NEON" } };
    std::string found;
    for (const auto& row : rows) {
        if (flags.find(" " + std::string(row.flag) + " ") == std::string::npos)
            continue;
        found += (found.empty() ? "" : ", ") + std::string(row.name);
        if (!row.flag.ends_with("_bf16"))
            break; // the other sets include those below them
    }
    return found;
}

ConditionReading governor(const std::string& root)
{
    const auto name = firstLine(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (name.empty())
        return { "governor", "", "no cpufreq on this machine (usual in virtual machines)" };
    if (name == "performance")
        return { "governor", name };
    return { "governor", name, "the clock follows the load; 'performance' measures more evenly",
        true };
}

ConditionReading frequency(const std::string& root)
{
    const auto kilohertz
        = firstLine(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
    if (!kilohertz.empty())
        return { "frequency",
            std::to_string(std::strtol(kilohertz.c_str(), nullptr, 10) / 1000) + " MHz" };
    const auto megahertz = fieldOf(root + "/proc/cpuinfo", "cpu MHz");
    if (megahertz.empty())
        return { "frequency", "", "not reported by this system" };
    return { "frequency", megahertz.substr(0, megahertz.find('.')) + " MHz",
        "nominal; the current clock is not reported" };
}

ConditionReading turbo(const std::string& root)
{
    const auto noTurbo = firstLine(root + "/sys/devices/system/cpu/intel_pstate/no_turbo");
    const auto boost = firstLine(root + "/sys/devices/system/cpu/cpufreq/boost");
    if (noTurbo.empty() && boost.empty())
        return { "turbo", "", "no switch for it on this machine" };
    const bool isOn = noTurbo.empty() ? boost == "1" : noTurbo == "0";
    return { "turbo", isOn ? "on" : "off",
        isOn ? "the clock depends on temperature and on other cores" : "", isOn };
}

ConditionReading load(const std::string& root)
{
    std::istringstream line(firstLine(root + "/proc/loadavg"));
    std::string text;
    if (!(line >> text))
        return { "load", "", "not reported by this system" };
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    // The measurement itself is a load of 1.
    const bool isBusy = std::strtod(text.c_str(), nullptr) - 1 > 0.5 * cores;
    return { "load", text + " on " + support::countOf(cores, "core", "cores"),
        isBusy ? "other programs were working" : "", isBusy };
}

ConditionReading temperature(const std::string& root)
{
    const auto text = firstLine(root + "/sys/class/thermal/thermal_zone0/temp");
    if (text.empty())
        return { "temperature", "", "no thermal zone on this machine" };
    const auto celsius = std::strtol(text.c_str(), nullptr, 10) / 1000;
    return { "temperature", std::to_string(celsius) + " °C",
        celsius >= 90 ? "the clock may be throttled" : "", celsius >= 90 };
}

ConditionReading power(const std::string& root)
{
    for (const auto* name : { "AC", "AC0", "ADP0", "ADP1" })
        if (const auto online = firstLine(root + "/sys/class/power_supply/" + name + "/online");
            !online.empty())
            return { "power", online == "1" ? "mains" : "battery",
                online == "1" ? "" : "on battery the clock is limited", online != "1" };
    return { "power", "", "no power supply is listed" };
}

} // namespace

void describeMachine(Metadata& metadata)
{
    const auto put = [&](std::string_view key, const std::string& text) {
        if (!text.empty())
            metadata.set(key, std::string_view(text));
    };
    put(keys::cpu, fieldOf("/proc/cpuinfo", "model name"));
    put(keys::isa, instructionSet());
    put(keys::system, fieldOf("/etc/os-release", "PRETTY_NAME"));
    metadata.set(keys::cores, std::int64_t(std::thread::hardware_concurrency()));
    const auto pages = sysconf(_SC_PHYS_PAGES);
    if (pages > 0)
        metadata.set(keys::memoryBytes, std::int64_t(pages) * sysconf(_SC_PAGESIZE));
    utsname names {};
    if (uname(&names) == 0) {
        put(keys::kernel, std::string(names.sysname) + " " + names.release);
        put(keys::host, names.nodename);
    }
    metadata.set(keys::opscopeVersion, OPSCOPE_VERSION);
    metadata.set(keys::clockSource, clockSourceName(clockSource()));
    metadata.set(keys::clockReadNs, measureReadCost(clockSource()));
#ifdef __VERSION__
    metadata.set(keys::build, "compiler " __VERSION__);
#endif
}

std::vector<ConditionReading> readConditions(const std::string& root)
{
    return { governor(root), turbo(root), frequency(root), load(root), temperature(root),
        power(root) };
}

void addConditions(ProfileBuilder& builder, const std::vector<ConditionReading>& readings)
{
    for (const auto& reading : readings) {
        builder.profile().conditions.push_back({ builder.text(reading.name),
            reading.value.empty() ? StringId() : builder.text(reading.value),
            builder.text(reading.reason), reading.isRemark });
    }
}

std::uint64_t peakResidentBytes()
{
    const auto text = fieldOf("/proc/self/status", "VmHWM");
    return std::strtoull(text.c_str(), nullptr, 10) * 1024;
}

} // namespace profiler
