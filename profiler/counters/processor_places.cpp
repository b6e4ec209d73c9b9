#include "profiler/counters/processor_places.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

using Place = ProcessorRecord::Place;

/// Returns for each thread the place where it was found most often.
std::vector<Place> mainPlaces(const ProcessorRecord& record)
{
    std::vector<Place> found;
    for (const auto& place : record.places)
        if (std::ranges::find(found, place.thread, &Place::thread) == found.end())
            found.push_back(place);
    return found;
}

std::string gigahertz(double hertz) { return support::numberText(hertz / 1e9); }

/// Returns the clock of a thread, and of the processor where it was found most often. Empty if
/// neither is known.
std::string clockText(const ProcessorRecord& record, const Place& place)
{
    std::string text;
    const auto thread = static_cast<std::size_t>(place.thread);
    if (thread < record.threadHertz.size() && !std::isnan(record.threadHertz[thread]))
        text = gigahertz(record.threadHertz[thread]) + " GHz by its cycles";
    const auto told
        = std::ranges::find(record.clocks, place.processor, &ProcessorRecord::Clock::processor);
    if (told == record.clocks.end())
        return text;
    const auto least = gigahertz(told->least);
    const auto most = gigahertz(told->most);
    return text + (text.empty() ? "" : ", ") + "cpufreq told " + least
        + (most == least ? "" : " to " + most) + " GHz";
}

} // namespace

std::string countingText(const ProcessorRecord& record)
{
    auto text = "mean of " + support::countOf(record.runs, "run", "runs") + " of their own, in "
        + support::countOf(record.passes, "pass", "passes")
        + "; their times are not used. misses/k: per thousand instructions";
    if (record.reading != CounterReading::None)
        text += "; counters were read by " + std::string(counterReadingName(record.reading)) + ", "
            + support::durationText(record.readNs) + " for all of a pass";
    if (record.voidRuns > 0)
        text += "; " + support::countOf(record.voidRuns, "run", "runs")
            + " left out, because counters were shared with another program";
    return text;
}

std::vector<std::string> placeLines(const ProcessorRecord& record)
{
    const auto shared = sharedCores(record);
    std::vector<std::string> lines;
    for (const auto& place : mainPlaces(record)) {
        const auto others = std::ranges::count(record.places, place.thread, &Place::thread) - 1;
        auto line = (place.thread == 0 ? std::string("the engine's thread")
                                       : "helper " + std::to_string(place.thread))
            + ": processor " + std::to_string(place.processor) + " (core "
            + std::to_string(place.core) + ", NUMA node " + std::to_string(place.node) + ") "
            + support::shareText(place.share);
        if (others > 0)
            line += ", then "
                + support::countOf(static_cast<std::uint64_t>(others), "other", "others");
        for (const auto& pair : shared)
            if (pair.first == place.thread || pair.second == place.thread)
                line += ", on one core with thread "
                    + std::to_string(pair.first == place.thread ? pair.second : pair.first);
        if (const auto clock = clockText(record, place); !clock.empty())
            line += "; " + clock;
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> machineLines(const ProcessorRecord& record, double wallNs)
{
    const auto& machine = record.machine;
    std::vector<std::string> lines;
    if (!std::isnan(machine.joules))
        lines.push_back("energy: " + support::numberText(machine.joules) + " J per run, "
            + support::numberText(machine.joulesAboveIdle)
            + " J above idle (all packages, other programs included)");
    const auto bytes
        = machine.readBytes + (std::isnan(machine.writtenBytes) ? 0 : machine.writtenBytes);
    if (!std::isnan(bytes))
        lines.push_back("memory controllers: "
            + support::bytesText(static_cast<std::uint64_t>(bytes)) + " per run"
            + (wallNs > 0 ? ", " + support::byteRateText(bytes * 1e9 / wallNs) : std::string())
            + " (other programs included)");
    return lines;
}

std::vector<SharedCore> sharedCores(const ProcessorRecord& record)
{
    const auto places = mainPlaces(record);
    std::vector<SharedCore> pairs;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto rest = places.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto other = std::ranges::find(rest, places.end(), places[i].core, &Place::core);
        if (other != places.end())
            pairs.push_back({ places[i].thread, other->thread, places[i].core });
    }
    return pairs;
}

} // namespace profiler
