#include "profiler/charts/processor_tracks.h"

#include "profiler/charts/timeline.h"
#include "profiler/tables/profile_builder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profiler {
namespace {

/// Names of the figures that have a track, in their order from the top.
constexpr std::array<std::string_view, 10> drawnFigures { "ipc", "l1_misses_per_1000",
    "l2_misses_per_1000", "last_level_misses_per_1000", "branch_misses_per_1000",
    "memory_bytes_per_s", "clock_hertz", "page_faults", "switches", "migrations" };

std::string_view seriesUnit(FigureUnit unit)
{
    switch (unit) {
    case FigureUnit::Hertz:
        return "hertz";
    case FigureUnit::BytesPerSecond:
        return "bytes per second";
    case FigureUnit::Number:
    case FigureUnit::Share:
        break;
    }
    return {};
}

CounterSeries seriesOf(
    const Timeline& timeline, const TimelineRow& row, const ProcessorTrack& track)
{
    const auto& slices = timeline.profile().slices;
    CounterSeries series;
    const auto add = [&](std::int64_t timeNs, double value) {
        if (!series.timeNs.empty() && series.timeNs.back() == timeNs)
            series.value.back() = value;
        else if (series.value.empty() || series.value.back() != value) {
            series.timeNs.push_back(timeNs);
            series.value.push_back(value);
        }
    };
    for (std::uint32_t i = 0; i < row.slices.size(); ++i) {
        const auto slice = row.slices[i];
        const auto step = slices.step[slice];
        const auto value = step == Slices::none ? std::nullopt : track.values[step];
        add(slices.startNs[slice], value.value_or(0));
        const bool isLast
            = i + 1 == row.slices.size() || slices.run[row.slices[i + 1]] != slices.run[slice];
        if (isLast)
            add(slices.endNs(slice), 0);
    }
    return series;
}

} // namespace

std::vector<ProcessorTrack> processorTracks(const Profile& profile, const Statistics& statistics)
{
    if (!profile.processor)
        return {};
    constexpr double anyBandwidth = 0; // no track is a share of it
    const auto steps = processorFigures(profile, statistics, anyBandwidth);
    const auto known = knownFigures(steps);
    std::vector<ProcessorTrack> tracks;
    for (const auto name : drawnFigures) {
        const auto figure = std::ranges::find(known, name, &ProcessorFigure::name);
        if (figure == known.end())
            continue;
        ProcessorTrack track { *figure, {}, 0, 0 };
        bool isFirst = true;
        for (const auto& step : steps) {
            const auto& value = step.*figure->value;
            track.values.push_back(value);
            if (!value)
                continue;
            track.least = isFirst ? *value : std::min(track.least, *value);
            track.most = isFirst ? *value : std::max(track.most, *value);
            isFirst = false;
        }
        tracks.push_back(std::move(track));
    }
    return tracks;
}

std::shared_ptr<const Profile> withProcessorSeries(
    std::shared_ptr<const Profile> profile, const Statistics& statistics)
{
    const auto tracks = processorTracks(*profile, statistics);
    const auto timeline = tracks.empty() ? nullptr : Timeline::build(profile);
    const auto* row = timeline != nullptr ? timeline->largestRow(RowKind::Steps) : nullptr;
    if (row == nullptr)
        return profile;
    auto extended = std::make_shared<Profile>(*profile);
    for (const auto& track : tracks) {
        auto series = seriesOf(*timeline, *row, track);
        series.name = extended->strings.intern(
            "CPU " + std::string(track.figure.title) + " (counted in other runs)");
        series.unit = extended->strings.intern(seriesUnit(track.figure.unit));
        extended->counters.push_back(std::move(series));
    }
    return extended;
}

} // namespace profiler
