#include "ui/gpu/kernel_text.h"

#include "profiler/device/device_record.h"
#include "profiler/device/occupancy.h"
#include "profiler/device/step_kernels.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ui {

namespace {

using profiler::DeviceWork;

constexpr qsizetype longestName = 400; // in characters

QString extentText(const std::array<std::uint32_t, 3>& extent)
{
    return QStringLiteral("%1×%2×%3").arg(extent[0]).arg(extent[1]).arg(extent[2]);
}

/// The direction of a copy, as in `D→H`; empty for other work.
QString direction(DeviceWork work)
{
    switch (work) {
    case DeviceWork::CopyToDevice:
        return QStringLiteral("H→D");
    case DeviceWork::CopyToHost:
        return QStringLiteral("D→H");
    case DeviceWork::CopyOnDevice:
        return QStringLiteral("D→D");
    case DeviceWork::CopyToPeer:
        return QStringLiteral("P→P");
    case DeviceWork::CopyOnHost:
        return QStringLiteral("H→H");
    default:
        return {};
    }
}

void addLaunch(QStringList& facts, const profiler::KernelLaunch& launch,
    const profiler::DeviceProperties* device)
{
    facts.append(tr("grid %1, block %2").arg(extentText(launch.grid), extentText(launch.block)));
    QStringList needs;
    if (launch.registersPerThread > 0)
        needs.append(
            tr("%n register(s) per thread", nullptr, static_cast<int>(launch.registersPerThread)));
    needs.append(tr("%1 shared memory per block").arg(bytesText(launch.sharedBytes())));
    if (launch.localBytesPerThread > 0)
        needs.append(tr("%1 spilled per thread").arg(bytesText(launch.localBytesPerThread)));
    facts.append(needs.join(QStringLiteral("  ·  ")));
    if (launch.cluster[0] > 0)
        facts.append(tr("clusters of %1 blocks").arg(extentText(launch.cluster)));
    if (launch.graph != 0)
        facts.append(tr("node %1 of graph %2").arg(launch.graphNode).arg(launch.graph));
    if (const auto occupancy
        = device != nullptr ? profiler::occupancyOf(*device, launch) : std::nullopt)
        facts.append(occupancyText(*occupancy));
}

void addCopy(QStringList& facts, const profiler::CopyShape& copy, std::int64_t durationNs)
{
    QStringList parts { bytesText(copy.bytes) };
    if (durationNs > 0)
        parts.append(
            byteRateText(static_cast<double>(copy.bytes) * 1e9 / static_cast<double>(durationNs)));
    parts.append(copy.isPinned ? tr("page-locked memory") : tr("pageable memory"));
    if (copy.isAsync)
        parts.append(tr("asynchronous"));
    facts.append(parts.join(QStringLiteral("  ·  ")));
}

} // namespace

QString deviceWorkText(DeviceWork work) { return nameText(profiler::deviceWorkName(work)); }

QString deviceLabel(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto row = profiler::deviceRow(profile, slice);
    if (row == profiler::Slices::none)
        return {};
    const auto work = profile.device.work[row];
    const auto name = profiler::deviceName(profile, slice);
    if (work == DeviceWork::Operator)
        return {}; // the step's name is shown instead
    if (work == DeviceWork::Kernel)
        return plain(profiler::shortKernelName(name), longestName);
    if (const auto* copy = profiler::copyOf(profile, slice)) {
        const auto where = direction(work);
        return (where.isEmpty() ? deviceWorkText(work) : where) + u' ' + bytesText(copy->bytes);
    }
    return plain(name, longestName);
}

QString geometryText(const profiler::KernelLaunch& launch)
{
    return QStringLiteral("%1 × %2").arg(extentText(launch.grid), extentText(launch.block));
}

QString occupancyText(const profiler::Occupancy& occupancy)
{
    auto text = tr("occupancy %1, computed: %n warp(s) at once on a multiprocessor, limited by %2",
        nullptr, static_cast<int>(occupancy.warps))
                    .arg(shareText(occupancy.share),
                        nameText(profiler::occupancyLimitName(occupancy.limit)));
    if (occupancy.waves > 0 && occupancy.waves < 1)
        text += tr("; the grid fills %1 of the device").arg(shareText(occupancy.waves));
    return text;
}

const profiler::DeviceProperties* deviceOf(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto& record = profile.device.record;
    const auto track = profile.slices.track[slice];
    if (record == nullptr || track >= profile.tracks.size())
        return nullptr;
    const auto process = profile.text(profile.tracks[track].process);
    for (const auto& device : record->devices) {
        if (process == "GPU " + std::to_string(device.number))
            return &device;
    }
    return nullptr;
}

std::optional<std::int64_t> launchDelayNs(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto& slices = profile.slices;
    if (slices.correlation.empty() || slices.correlation[slice] == 0)
        return std::nullopt;
    for (std::uint32_t track = 0; track < profile.tracks.size(); ++track) {
        if (profile.tracks[track].kind != profiler::TrackKind::Calls)
            continue;
        // A call begins before its kernel, so the search goes backwards, within the same run.
        const auto range = profiler::slicesOf(profile, profiler::TrackId(track));
        const auto* starts = slices.startNs.data();
        auto i = static_cast<std::size_t>(
            std::upper_bound(starts + range.first, starts + range.last, slices.startNs[slice])
            - starts);
        while (i-- > range.first && slices.run[i] == slices.run[slice]) {
            if (slices.correlation[i] == slices.correlation[slice])
                return slices.startNs[slice] - slices.startNs[i];
        }
    }
    return std::nullopt;
}

QStringList deviceFacts(const profiler::Profile& profile, std::uint32_t slice)
{
    QStringList facts;
    const auto row = profiler::deviceRow(profile, slice);
    if (row == profiler::Slices::none)
        return facts;
    const auto work = profile.device.work[row];
    const auto kind = deviceWorkText(work);
    const auto name = plain(profiler::deviceName(profile, slice), longestName);
    facts.append(name.isEmpty() || name == kind ? kind : kind + QStringLiteral(": ") + name);
    if (const auto* launch = profiler::launchOf(profile, slice))
        addLaunch(facts, *launch, deviceOf(profile, slice));
    if (const auto* copy = profiler::copyOf(profile, slice))
        addCopy(facts, *copy, profile.slices.durationNs[slice]);
    if (const auto busy = profiler::busyNsOf(profile, slice);
        busy >= 0 && profile.slices.durationNs[slice] > 0)
        facts.append(tr("its kernels and copies run %1 of that time")
                         .arg(shareText(static_cast<double>(busy)
                             / static_cast<double>(profile.slices.durationNs[slice]))));
    if (work == DeviceWork::Call && profile.device.place[row] != 0)
        facts.append(
            tr("failed with error %1").arg(std::bit_cast<std::int32_t>(profile.device.place[row])));
    if (const auto delay
        = profiler::isBusyWork(work) ? launchDelayNs(profile, slice) : std::nullopt)
        facts.append(tr("begins %1 after its call").arg(durationText(*delay)));
    return facts;
}

} // namespace ui
