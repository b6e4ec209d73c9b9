#include "profiler/device_tables.h"

#include "profiler/profile.h"

namespace profiler {

std::string_view deviceWorkName(DeviceWork work)
{
    static constexpr std::array<std::string_view, deviceWorks> names { "kernel", "copy to device",
        "copy to host", "copy on device", "copy to another device", "copy on host", "copy", "set",
        "graph", "call", "wait", "overhead", "compilation", "operator", "step" };
    return names[static_cast<std::size_t>(work)];
}

std::uint32_t DeviceTables::add(DeviceWork kind, StringId named, std::uint32_t at)
{
    work.push_back(kind);
    name.push_back(named);
    place.push_back(at);
    return static_cast<std::uint32_t>(work.size() - 1);
}

std::uint32_t deviceRow(const Profile& profile, std::size_t slice)
{
    return profile.slices.detail.empty() ? Slices::none : profile.slices.detail[slice];
}

bool isDeviceWork(const Profile& profile, std::size_t slice)
{
    if (profile.slices.kind[slice] != SliceKind::Gpu)
        return false;
    const auto row = deviceRow(profile, slice);
    return row == Slices::none || isBusyWork(profile.device.work[row]);
}

const KernelLaunch* launchOf(const Profile& profile, std::size_t slice)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none || profile.device.work[row] != DeviceWork::Kernel)
        return nullptr;
    return &profile.device.launches[profile.device.place[row]];
}

const CopyShape* copyOf(const Profile& profile, std::size_t slice)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none)
        return nullptr;
    const auto work = profile.device.work[row];
    return isCopy(work) || work == DeviceWork::Set
        ? &profile.device.copies[profile.device.place[row]]
        : nullptr;
}

std::int64_t busyNsOf(const Profile& profile, std::size_t slice)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none || profile.device.work[row] != DeviceWork::Operator)
        return -1;
    return profile.device.busyNs[profile.device.place[row]];
}

std::string_view deviceName(const Profile& profile, std::size_t slice)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none)
        return {};
    const auto name = profile.text(profile.device.name[row]);
    return name.empty() ? deviceWorkName(profile.device.work[row]) : name;
}

} // namespace profiler
