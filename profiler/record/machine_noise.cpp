#include "profiler/record/machine_noise.h"

#include "model/support/text.h"
#include "profiler/record/clock.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace profiler {
namespace {

using Number = std::optional<double>;

constexpr std::uint64_t shortestNs = 200'000'000; // ticks are 10 ms
constexpr int mostCores = 16; // reading more would disturb the measurement

constexpr std::string_view otherPrograms = "other programs";
constexpr std::string_view steal = "steal";
constexpr std::string_view pressure = "waiting for a processor";
constexpr std::string_view throttling = "throttling";

/// Returns the number after a word, which may end in `=` or a blank: `total=123`, `usage_usec 5`.
Number numberAfter(const std::string& path, std::string_view word)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const auto place = line.find(word);
        if (place == std::string::npos || (place > 0 && line[place - 1] != ' '))
            continue;
        std::istringstream rest(line.substr(std::min(place + word.size() + 1, line.size())));
        double value = 0;
        if (rest >> value)
            return value;
    }
    return std::nullopt;
}

Number quotaUs(const std::string& root)
{
    std::ifstream file(root + "/proc/self/cgroup");
    std::string line;
    std::getline(file, line);
    const auto group = line.starts_with("0::/") ? line.substr(3) : std::string("/");
    const auto base = root + "/sys/fs/cgroup";
    const auto own = numberAfter(base + group + "/cpu.stat", "throttled_usec");
    return own ? own : numberAfter(base + "/cpu.stat", "throttled_usec");
}

Number throttles(const std::string& root)
{
    Number sum;
    for (int core = 0; core < mostCores; ++core) {
        std::ifstream file(root + "/sys/devices/system/cpu/cpu" + std::to_string(core)
            + "/thermal_throttle/core_throttle_count");
        double count = 0;
        if (file >> count)
            sum = sum.value_or(0) + count;
    }
    return sum;
}

double ownSeconds()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Returns the change of a counter; nothing if it is not known at both times, or fell.
Number change(const Number& before, const Number& after)
{
    return before && after && *after >= *before ? Number(*after - *before) : std::nullopt;
}

ConditionReading shareReading(std::string_view name, double share, double limit, const char* reason)
{
    const bool isHigh = share > limit;
    return { std::string(name), support::shareText(share), isHigh ? reason : "", isHigh };
}

ConditionReading throttlingBetween(const NoiseReading& before, const NoiseReading& after)
{
    const auto heat = change(before.throttles, after.throttles);
    const auto quota = change(before.quotaUs, after.quotaUs);
    if (quota && *quota > 0)
        return { std::string(throttling), support::durationText(*quota * 1e3),
            "the quota of the control group (container) was used up", true };
    if (heat && *heat > 0)
        return { std::string(throttling), support::countText(static_cast<std::uint64_t>(*heat)),
            "cores lowered their clock because of heat", true };
    if (heat || quota)
        return { std::string(throttling), "none", "", false };
    return { std::string(throttling), "", "not reported by this system", false };
}

} // namespace

std::optional<ProcessorTicks> processorTicks(const std::string& root)
{
    std::ifstream file(root + "/proc/stat");
    std::string word;
    file >> word;
    constexpr int idle = 3;
    constexpr int waiting = 4;
    constexpr int stolen = 7;
    constexpr int columns = 8; // guest time is already in the first columns
    ProcessorTicks ticks;
    double value = 0;
    for (int i = 0; i < columns; ++i) {
        if (!(file >> value))
            return std::nullopt;
        ticks.busy += i == idle || i == waiting ? 0 : value;
        ticks.steal += i == stolen ? value : 0;
    }
    return ticks;
}

NoiseReading readNoise(const std::string& root)
{
    return { monotonicNs(), ownSeconds(), processorTicks(root),
        numberAfter(root + "/proc/pressure/cpu", "total"), quotaUs(root), throttles(root) };
}

std::vector<ConditionReading> noiseBetween(
    const NoiseReading& before, const NoiseReading& after, unsigned processors)
{
    const auto ns = static_cast<double>(after.timeNs - before.timeNs);
    const auto all = ns * 1e-9 * std::max(1u, processors); // seconds of all processors
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    const bool isLong = after.timeNs >= before.timeNs + shortestNs;
    const std::string unknown
        = isLong ? "not reported by this system" : "the measurement was too short to tell";
    std::vector<ConditionReading> readings;
    if (isLong && before.ticks && after.ticks) {
        const auto stolen = (after.ticks->steal - before.ticks->steal) / ticks;
        const auto busy = (after.ticks->busy - before.ticks->busy) / ticks - stolen;
        const auto others = std::max(0.0, busy - (after.ownSeconds - before.ownSeconds));
        const bool isBusy = others > 0.05 * all;
        readings.push_back({ std::string(otherPrograms),
            support::numberText(others / (ns * 1e-9), 2) + " of "
                + support::countOf(processors, "processor", "processors"),
            isBusy ? "they took processors from the measurement" : "", isBusy });
        readings.push_back(shareReading(steal, std::max(0.0, stolen) / all, 0.01,
            "the host of this virtual machine ran something else on its processors"));
    } else {
        readings.push_back({ std::string(otherPrograms), "", unknown, false });
        readings.push_back({ std::string(steal), "", unknown, false });
    }
    if (const auto waited = change(before.pressureUs, after.pressureUs); waited && ns > 0)
        readings.push_back(shareReading(pressure, std::min(1.0, *waited * 1e3 / ns), 0.05,
            "in this share of the time a thread of some program waited"));
    else
        readings.push_back({ std::string(pressure), "", "not reported by this system", false });
    readings.push_back(throttlingBetween(before, after));
    return readings;
}

ConditionReading hugePages(const std::string& root)
{
    std::ifstream file(root + "/sys/kernel/mm/transparent_hugepage/enabled");
    std::string line;
    std::getline(file, line);
    const auto first = line.find('[');
    const auto last = line.find(']');
    if (first == std::string::npos || last == std::string::npos || last < first)
        return { "huge pages", "", "not reported by this system", false };
    auto text = line.substr(first + 1, last - first - 1);
    const auto memory = root + "/proc/self/smaps_rollup";
    const auto huge = numberAfter(memory, "AnonHugePages:");
    const auto resident = numberAfter(memory, "Rss:");
    const auto bytes = [](double kilobytes) {
        return support::bytesText(static_cast<std::uint64_t>(kilobytes) * 1024);
    };
    if (huge && resident && *huge >= 0 && *resident >= 0)
        text += "; " + bytes(*huge) + " of the " + bytes(*resident) + " of this process";
    return { "huge pages", text, "", false };
}

std::string noiseText(const Profile& profile)
{
    static constexpr std::array names { otherPrograms, steal, pressure, throttling };
    std::string text;
    for (const auto& condition : profile.conditions) {
        const auto name = profile.text(condition.name);
        if (condition.isRemark && std::ranges::find(names, name) != names.end())
            text += (text.empty() ? "" : ", ") + std::string(name) + " "
                + std::string(profile.text(condition.value));
    }
    return text;
}

} // namespace profiler
