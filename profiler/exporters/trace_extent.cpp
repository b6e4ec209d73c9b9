#include "profiler/exporters/trace_extent.h"

#include "profiler/tables/profile_builder.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::size_t maxEvents = 1'000'000;
constexpr std::uint32_t usualRuns = 20;

/// A copy of the profile without slices, runs and counters.
Profile tablesOf(const Profile& profile)
{
    Profile tables { profile.strings, profile.metadata, profile.steps, {}, {}, profile.tracks, {},
        profile.memory, profile.provenance, profile.conditions, profile.losses, profile.match,
        profile.diagnostics, profile.device, profile.processor, profile.load };
    return tables;
}

void addSlices(ProfileBuilder& builder, const Slices& slices, std::uint32_t runs, std::int64_t end)
{
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const bool isOfRun = slices.run[i] != Slices::none;
        if (isOfRun ? slices.run[i] >= runs : slices.startNs[i] >= end)
            continue;
        builder.addSlice({ slices.startNs[i], slices.durationNs[i], slices.step[i], slices.run[i],
            TrackId(std::uint32_t(slices.track[i])), slices.kind[i], slices.phase[i],
            slices.correlation.empty() ? 0 : slices.correlation[i],
            slices.detail.empty() ? Slices::none : slices.detail[i] });
    }
}

void addCounters(Profile& tables, const Profile& profile, std::int64_t end)
{
    for (const auto& series : profile.counters) {
        const auto count = std::ranges::lower_bound(series.timeNs, end) - series.timeNs.begin();
        tables.counters.push_back(
            { series.name, series.unit, { series.timeNs.begin(), series.timeNs.begin() + count },
                { series.value.begin(), series.value.begin() + count } });
    }
}

std::shared_ptr<const Profile> withFirstRuns(const Profile& profile, std::uint32_t runs)
{
    const auto& last = profile.runs[runs - 1];
    const auto end = last.startNs + last.wallNs;
    ProfileBuilder builder(tablesOf(profile));
    builder.profile().runs.assign(profile.runs.begin(), profile.runs.begin() + runs);
    addCounters(builder.profile(), profile, end);
    addSlices(builder, profile.slices, runs, end);
    return std::move(builder).build();
}

} // namespace

bool isTrace(const Exporter& exporter)
{
    return exporter.name == "chrome" || exporter.name == "perfetto";
}

TraceExtent traceExtent(
    const std::shared_ptr<const Profile>& profile, std::optional<std::uint32_t> wanted)
{
    const auto recorded = recordedRuns(*profile);
    const auto all = static_cast<std::uint32_t>(recorded.size());
    const bool isSmall = profile->slices.size() <= maxEvents;
    const auto count = std::min(all, wanted.value_or(isSmall ? all : usualRuns));
    if (count == all || count == 0)
        return { profile, all, all };
    return { withFirstRuns(*profile, recorded[count - 1] + 1), count, all };
}

} // namespace profiler
