#include "profiler/counters/processor_places.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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
std::vector<support::Sentence> clockSentences(const ProcessorRecord& record, const Place& place)
{
    std::vector<support::Sentence> sentences;
    const auto thread = static_cast<std::size_t>(place.thread);
    if (thread < record.threadHertz.size() && !std::isnan(record.threadHertz[thread]))
        sentences.push_back({ "%1 GHz by its cycles", { gigahertz(record.threadHertz[thread]) } });
    const auto told
        = std::ranges::find(record.clocks, place.processor, &ProcessorRecord::Clock::processor);
    if (told == record.clocks.end())
        return sentences;
    const auto least = gigahertz(told->least);
    const auto most = gigahertz(told->most);
    sentences.push_back(
        { most == least ? "cpufreq told %1 GHz" : "cpufreq told %1 to %2 GHz", { least, most } });
    return sentences;
}

support::Sentence placeSentence(const Place& place)
{
    return { place.thread == 0 ? "the engine's thread: processor %2 (core %3, NUMA node %4) %5"
                               : "helper %1: processor %2 (core %3, NUMA node %4) %5",
        { std::to_string(place.thread), std::to_string(place.processor), std::to_string(place.core),
            std::to_string(place.node), support::shareText(place.share) } };
}

} // namespace

std::vector<support::Sentence> countingSentences(const ProcessorRecord& record)
{
    std::vector<support::Sentence> sentences { { "mean of separate runs (%1, in %2 passes); their "
                                                 "times are not used. misses/k: per thousand "
                                                 "instructions",
        { std::to_string(record.runs), std::to_string(record.passes) } } };
    if (record.reading != CounterReading::None)
        sentences.push_back({ "counters were read by %1, %2 for all of a pass",
            { std::string(counterReadingName(record.reading)),
                support::durationText(record.readNs) } });
    if (record.voidRuns > 0)
        sentences.push_back({ record.voidRuns == 1
                ? "%1 run left out, because counters were shared with another program"
                : "%1 runs left out, because counters were shared with another program",
            { std::to_string(record.voidRuns) } });
    return sentences;
}

std::vector<std::vector<support::Sentence>> placeSentences(const ProcessorRecord& record)
{
    const auto shared = sharedCores(record);
    std::vector<std::vector<support::Sentence>> lines;
    for (const auto& place : mainPlaces(record)) {
        std::vector<support::Sentence> line { placeSentence(place) };
        const auto others = std::ranges::count(record.places, place.thread, &Place::thread) - 1;
        if (others > 0)
            line.push_back({ others == 1 ? "elsewhere too, on %1 processor"
                                         : "elsewhere too, on %1 processors",
                { std::to_string(others) } });
        for (const auto& pair : shared)
            if (pair.first == place.thread || pair.second == place.thread)
                line.push_back({ "on one core with thread %1",
                    { std::to_string(pair.first == place.thread ? pair.second : pair.first) } });
        std::ranges::move(clockSentences(record, place), std::back_inserter(line));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> placeLines(const ProcessorRecord& record)
{
    std::vector<std::string> lines;
    for (const auto& line : placeSentences(record))
        lines.push_back(support::joined(line, ", ", &support::Sentence::text));
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
