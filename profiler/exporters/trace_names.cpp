#include "profiler/exporters/trace_names.h"

#include <array>

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

} // namespace profiler
