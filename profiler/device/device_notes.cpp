#include "profiler/device/device_notes.h"

#include "model/support/text.h"
#include "profiler/device/device_record.h"
#include "profiler/tables/profile.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

struct Reason {
    std::uint64_t bit;
    std::string_view words;
};
constexpr std::array reasons {
    Reason { clockEvents::powerCap, "power cap" },
    Reason { clockEvents::hardwarePowerBrake, "external power brake" },
    Reason { clockEvents::thermal, "temperature" },
    Reason { clockEvents::hardwareThermal, "temperature, by hardware" },
    Reason { clockEvents::hardwareSlowdown, "slowed down by hardware" },
    Reason { clockEvents::syncBoost, "kept in step with another GPU" },
};

constexpr std::uint64_t allReasons()
{
    std::uint64_t all = 0;
    for (const auto& reason : reasons)
        all |= reason.bit;
    return all;
}

/// All reasons that lowered the clocks at some time of the span. A value of the series applies
/// until the next one.
std::uint64_t eventsIn(const CounterSeries& series, std::int64_t startNs, std::int64_t endNs)
{
    const auto after = std::ranges::upper_bound(series.timeNs, startNs);
    auto i = static_cast<std::size_t>(after - series.timeNs.begin());
    i -= i > 0 ? 1 : 0;
    std::uint64_t bits = 0;
    for (; i < series.timeNs.size() && series.timeNs[i] < endNs; ++i)
        bits |= clockLimitReasons(series.value[i]);
    return bits;
}

void addClocks(const Profile& profile, std::vector<DeviceLimit>& notes)
{
    const auto series = std::ranges::find_if(profile.counters, [&](const CounterSeries& counter) {
        return profile.text(counter.name) == clockEventsCounter;
    });
    if (series == profile.counters.end())
        return;
    std::uint64_t all = 0;
    std::size_t slowed = 0;
    std::size_t runs = 0;
    for (const auto& run : profile.runs) {
        if (run.side == Side::WarmUp)
            continue;
        const auto bits = eventsIn(*series, run.startNs, run.startNs + run.wallNs);
        all |= bits;
        slowed += bits != 0 ? 1 : 0;
        ++runs;
    }
    if (slowed == 0)
        return;
    notes.push_back({ "clocks-low",
        "clocks of the GPU were held down in " + support::countText(slowed) + " of "
            + support::countOf(runs, "run", "runs") + ": " + clockEventsText(all),
        "compare only with runs under the same clocks; cooling, a higher power limit, or pauses "
        "between runs help" });
}

/// Adds losses, unless the tracer's limits report them already.
void addLosses(const DeviceRecord& record, std::vector<DeviceLimit>& notes)
{
    const bool isTold = std::ranges::find(record.limits, "records-lost", &DeviceLimit::code)
        != record.limits.end();
    auto lost = record.losses;
    lost.unlinked = 0;
    if (!isTold && !lost.isNone())
        notes.push_back({ "records-lost",
            "records of the GPU are incomplete: " + lossesText(lost) + "; totals are lower bounds",
            "record fewer runs, or give the tracer more memory" });
    if (const auto loose = record.losses.unlinked; loose > 0)
        notes.push_back({ "work-unlinked",
            support::countOf(loose, "kernel or copy belongs", "kernels or copies belong")
                + " to no operator",
            "the timeline shows them; they count for no operator" });
}

} // namespace

std::uint64_t clockLimitReasons(double value)
{
    constexpr double most = 0x1p64; // a number from a file that is no bit mask may be larger
    return value > 0 && value < most ? static_cast<std::uint64_t>(value) & allReasons() : 0;
}

std::string clockEventsText(std::uint64_t bits)
{
    std::string text;
    for (const auto& reason : reasons)
        if ((bits & reason.bit) != 0)
            text += (text.empty() ? "" : ", ") + std::string(reason.words);
    return text;
}

std::vector<DeviceLimit> deviceNotes(const Profile& profile)
{
    std::vector<DeviceLimit> notes;
    if (const auto& record = profile.device.record; record != nullptr) {
        notes = record->limits;
        addLosses(*record, notes);
    }
    addClocks(profile, notes);
    return notes;
}

} // namespace profiler
