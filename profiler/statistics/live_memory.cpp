#include "profiler/charts/charts.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace profiler {
namespace {

using Life = TimeSpan;

/// Returns the first start and the last end of each step in a run, relative to the start of the
/// run.
std::vector<std::optional<Life>> stepLives(const Profile& profile, std::uint32_t run)
{
    std::vector<std::optional<Life>> lives(profile.steps.size());
    const auto& slices = profile.slices;
    const auto zero = profile.runs[run].startNs;
    const auto end = zero + profile.runs[run].wallNs;
    for (std::uint32_t track = 0; track < profile.tracks.size(); ++track) {
        const auto range = slicesOf(profile, TrackId(track));
        // Starts ascend within a track, so the slices of a run are one contiguous part of it.
        const auto starts
            = std::span(slices.startNs).subspan(range.first, range.last - range.first);
        const auto from = std::ranges::lower_bound(starts, zero) - starts.begin();
        for (auto i = range.first + static_cast<std::size_t>(from);
             i < range.last && slices.startNs[i] <= end; ++i) {
            if (slices.run[i] != run || slices.kind[i] != SliceKind::Step
                || slices.step[i] == Slices::none)
                continue;
            auto& life = lives[slices.step[i]];
            const Life here { slices.startNs[i] - zero, slices.endNs(i) - zero };
            if (!life)
                life = here;
            life->startNs = std::min(life->startNs, here.startNs);
            life->endNs = std::max(life->endNs, here.endNs);
        }
    }
    return lives;
}

/// Returns the lifetime of every planned value in a run; nothing if its step did not run. A value
/// without a first step lives from the start, one without a last step to the end.
std::vector<std::optional<Life>> valueLives(const Profile& profile, std::uint32_t run)
{
    const auto steps = stepLives(profile, run);
    const auto of = [&](engine::StepId id) -> std::optional<Life> {
        return id.isValid() && id.value() < steps.size() ? steps[id.value()] : std::nullopt;
    };
    std::vector<std::optional<Life>> lives;
    for (const auto& value : profile.memory.lifetimes) {
        const auto first = of(value.first);
        const auto last = of(value.last);
        if ((value.first.isValid() && !first) || (value.last.isValid() && !last)) {
            lives.emplace_back(); // its step did not run
            continue;
        }
        const auto start = first ? first->startNs : 0;
        lives.push_back(
            Life { start, std::max(start, last ? last->endNs : profile.runs[run].wallNs) });
    }
    return lives;
}

} // namespace

LiveMemory liveMemory(const Profile& profile, std::uint32_t run)
{
    LiveMemory memory;
    if (run >= profile.runs.size() || profile.memory.lifetimes.empty())
        return memory;
    memory.lives = valueLives(profile, run);
    const auto& lives = memory.lives;
    std::vector<std::pair<std::int64_t, std::int64_t>> changes; // time, bytes
    changes.reserve(2 * lives.size());
    auto left
        = std::numeric_limits<std::int64_t>::max(); // sizes come from a file: their sum must fit
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (!lives[i])
            continue;
        const auto bytes = static_cast<std::int64_t>(
            std::min(profile.memory.lifetimes[i].bytes, static_cast<std::uint64_t>(left)));
        left -= bytes;
        changes.emplace_back(lives[i]->startNs, bytes);
        changes.emplace_back(lives[i]->endNs, -bytes);
    }
    std::ranges::sort(changes, {}, &std::pair<std::int64_t, std::int64_t>::first);
    std::int64_t live = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto time = changes[i].first;
        live += changes[i].second;
        if (i + 1 < changes.size() && changes[i + 1].first == time)
            continue; // changes at the same time are one sample
        memory.samples.push_back(
            { time, static_cast<std::uint64_t>(std::max<std::int64_t>(0, live)) });
        if (memory.samples.back().bytes > memory.peakBytes) {
            memory.peakBytes = memory.samples.back().bytes;
            memory.peakNs = time;
        }
    }
    memory.livingAtPeak = livingAt(profile, memory, memory.peakNs);
    return memory;
}

std::vector<std::size_t> livingAt(
    const Profile& profile, const LiveMemory& memory, std::int64_t timeNs)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < memory.lives.size(); ++i) {
        const auto& life = memory.lives[i];
        if (life && life->startNs <= timeNs && timeNs < life->endNs)
            found.push_back(i);
    }
    std::ranges::stable_sort(
        found, std::greater<>(), [&](auto i) { return profile.memory.lifetimes[i].bytes; });
    return found;
}

std::uint64_t peakWithout(const Profile& profile, const LiveMemory& memory, std::size_t lifetime)
{
    const auto& life = memory.lives[lifetime];
    const auto bytes = profile.memory.lifetimes[lifetime].bytes;
    std::uint64_t peak = 0;
    for (const auto& sample : memory.samples) {
        const bool isLive = life && life->startNs <= sample.timeNs && sample.timeNs < life->endNs;
        peak = std::max(peak, sample.bytes - (isLive ? std::min(bytes, sample.bytes) : 0));
    }
    return peak;
}

} // namespace profiler
