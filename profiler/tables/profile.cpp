#include "profiler/tables/profile.h"

#include <algorithm>
#include <array>

namespace profiler {

std::string_view stepKindName(StepKind kind)
{
    static constexpr std::array<std::string_view, 5> names { "operator", "control flow", "view",
        "reorder", "copy" };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view sideName(Side side)
{
    static constexpr std::array<std::string_view, sideCount> names { "single", "A", "B", "profiled",
        "unprofiled", "warm-up", "prefill" };
    return names[static_cast<std::size_t>(side)];
}

std::string_view fateName(Fate fate)
{
    static constexpr std::array<std::string_view, 7> names { "kept", "folded", "fused", "removed",
        "replaced", "inlined", "not run" };
    return names[static_cast<std::size_t>(fate)];
}

std::vector<std::uint32_t> runsOf(const Profile& profile, Side side)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < profile.runs.size(); ++i)
        if (profile.runs[i].side == side)
            found.push_back(i);
    return found;
}

std::vector<std::uint32_t> recordedRuns(const Profile& profile)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < profile.runs.size(); ++i) {
        const auto& run = profile.runs[i];
        const bool isOther
            = run.side == Side::Unprofiled || run.side == Side::WarmUp || run.side == Side::Prefill;
        if (!isOther && !run.hasGap)
            found.push_back(i);
    }
    return found;
}

std::vector<double> wallsOf(const Profile& profile, std::span<const std::uint32_t> runs)
{
    std::vector<double> walls;
    walls.reserve(runs.size());
    for (const auto run : runs)
        walls.push_back(static_cast<double>(profile.runs[run].wallNs));
    return walls;
}

std::optional<std::uint32_t> medianRun(const Profile& profile)
{
    auto runs = recordedRuns(profile);
    if (runs.empty())
        return {};
    std::ranges::stable_sort(runs, {}, [&](std::uint32_t i) { return profile.runs[i].wallNs; });
    return runs[(runs.size() - 1) / 2];
}

SliceRange slicesOf(const Profile& profile, TrackId track)
{
    const auto& tracks = profile.slices.track;
    const auto range = std::ranges::equal_range(tracks, static_cast<std::uint16_t>(track.value()));
    return { static_cast<std::size_t>(range.begin() - tracks.begin()),
        static_cast<std::size_t>(range.end() - tracks.begin()) };
}

} // namespace profiler
