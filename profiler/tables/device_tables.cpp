#include "profiler/tables/device_tables.h"

#include "profiler/tables/profile.h"

namespace profiler {

std::string_view deviceWorkName(DeviceWork work)
{
    static constexpr std::array<std::string_view, deviceWorkCount> names { "kernel",
        "copy to device", "copy to host", "copy on device", "copy to another device",
        "copy on host", "copy", "set", "graph", "call", "wait", "overhead", "compilation",
        "operator", "step" };
    return names[static_cast<std::size_t>(work)];
}

std::size_t DeviceTables::RowHash::operator()(const Row& row) const
{
    auto key = (std::uint64_t(row.name.value()) << 32 | row.place) ^ std::uint64_t(row.work) << 56;
    key *= 0x9e3779b97f4a7c15ull; // multiplicative hashing: 2^64 / golden ratio
    return key ^ key >> 32;
}

std::uint32_t DeviceTables::add(DeviceWork kind, StringId named, std::uint32_t at)
{
    const auto number = static_cast<std::uint32_t>(work.size());
    const auto [known, isNew] = m_rows.try_emplace({ kind, named, at }, number);
    if (isNew) {
        work.push_back(kind);
        name.push_back(named);
        place.push_back(at);
    }
    return known->second;
}

std::uint32_t DeviceTables::addOperator(std::int64_t ns)
{
    if (busyNs.empty())
        m_operatorRow = add(DeviceWork::Operator, StringId(), 0);
    busyNs.push_back(ns);
    return operatorBit + static_cast<std::uint32_t>(busyNs.size() - 1);
}

bool DeviceTables::has(std::uint32_t detail) const
{
    return isOperator(detail) ? detail - operatorBit < busyNs.size() : detail < size();
}

std::uint32_t DeviceTables::rowOf(std::uint32_t detail) const
{
    return isOperator(detail) ? m_operatorRow : detail;
}

std::uint32_t deviceRow(const Profile& profile, std::size_t slice)
{
    const auto& detail = profile.slices.detail;
    return detail.empty() ? Slices::none : profile.device.rowOf(detail[slice]);
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
    const auto detail = profile.slices.detail.empty() ? Slices::none : profile.slices.detail[slice];
    return DeviceTables::isOperator(detail)
        ? profile.device.busyNs[detail - DeviceTables::operatorBit]
        : -1;
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
