#include "profiler/exporters/trace_slices.h"

#include <array>
#include <unordered_map>

namespace profiler {

std::string_view traceCategory(SliceKind kind)
{
    static constexpr std::array<std::string_view, 6> names { "run", "op", "phase", "gpu", "drop",
        "note" };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view phaseName(engine::Phase phase)
{
    static constexpr std::array<std::string_view, 6> names { "kernel", "reorder", "copy",
        "dispatch", "wait", "allocation" };
    return names[static_cast<std::size_t>(phase)];
}

std::string traceName(const Profile& profile, std::size_t slice)
{
    const auto& rows = profile.slices;
    const auto row = deviceRow(profile, slice);
    if (row != Slices::none && profile.device.work[row] != DeviceWork::Operator)
        return std::string(deviceName(profile, slice));
    if (rows.step[slice] != Slices::none)
        return std::string(profile.text(profile.steps[rows.step[slice]].label));
    if (rows.run[slice] != Slices::none)
        return "run " + std::to_string(profile.runs[rows.run[slice]].number);
    return std::string(traceCategory(rows.kind[slice]));
}

std::vector<TraceFlow> traceFlows(const Profile& profile)
{
    const auto& slices = profile.slices;
    std::vector<TraceFlow> flows;
    if (slices.correlation.empty() || slices.detail.empty())
        return flows;
    std::unordered_map<std::uint32_t, std::size_t> places; // by correlation
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto row = deviceRow(profile, i);
        if (row == Slices::none || slices.correlation[i] == 0
            || profile.device.work[row] != DeviceWork::Call)
            continue;
        if (places.emplace(slices.correlation[i], flows.size()).second)
            flows.push_back({ i, {} });
    }
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.correlation[i] == 0 || !isDeviceWork(profile, i))
            continue;
        if (const auto found = places.find(slices.correlation[i]); found != places.end())
            flows[found->second].works.push_back(i);
    }
    std::erase_if(flows, [](const TraceFlow& flow) { return flow.works.empty(); });
    return flows;
}

TraceLanes traceLanes(const Profile& profile)
{
    const auto& slices = profile.slices;
    TraceLanes lanes;
    for (const auto& track : profile.tracks)
        lanes.names.emplace_back(profile.text(track.name));
    lanes.threads = slices.track;
    for (std::uint32_t track = 0; track < profile.tracks.size(); ++track) {
        const auto range = slicesOf(profile, TrackId(track));
        std::vector<std::vector<std::int64_t>> open(1); // open ends by lane, innermost last
        std::vector<std::uint16_t> threads { static_cast<std::uint16_t>(track) };
        for (auto i = range.first; i < range.last; ++i) {
            const auto end = slices.endNs(i);
            std::size_t lane = 0;
            for (;; ++lane) {
                if (lane == open.size()) {
                    open.emplace_back();
                    threads.push_back(static_cast<std::uint16_t>(lanes.names.size()));
                    lanes.names.push_back(
                        lanes.names[track] + " (" + std::to_string(lane + 1) + ")");
                }
                while (!open[lane].empty() && open[lane].back() <= slices.startNs[i])
                    open[lane].pop_back();
                if (open[lane].empty() || open[lane].back() >= end)
                    break;
            }
            open[lane].push_back(end);
            lanes.threads[i] = threads[lane];
        }
    }
    return lanes;
}

std::vector<std::string_view> labelsOf(const Profile& profile, const Step& step)
{
    std::vector<std::string_view> labels;
    for (const auto& origin : step.origins)
        labels.push_back(profile.text(origin.label));
    return labels;
}

std::string extentText(const std::array<std::uint32_t, 3>& extent)
{
    return std::to_string(extent[0]) + "×" + std::to_string(extent[1]) + "×"
        + std::to_string(extent[2]);
}

} // namespace profiler
