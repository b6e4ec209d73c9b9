#include "profiler/exporters/csv_line.h"
#include "profiler/exporters/exporter.h"

namespace profiler {
namespace {

using support::Result;

void addLaunch(CsvLine& line, const Profile& profile, std::size_t slice)
{
    const auto* launch = launchOf(profile, slice);
    if (launch == nullptr) {
        line.skip(13);
        return;
    }
    for (const auto& three : { launch->grid, launch->block, launch->cluster })
        for (const auto value : three)
            line.add(value);
    line.add(launch->registersPerThread, launch->staticSharedBytes, launch->dynamicSharedBytes,
        launch->graphNode);
}

void addWork(CsvLine& line, const Report& report, std::size_t slice)
{
    const auto& profile = *report.profile;
    const auto& slices = profile.slices;
    const auto step = slices.step[slice];
    line.add(
        deviceWorkName(profile.device.work[deviceRow(profile, slice)]), deviceName(profile, slice));
    if (step == Slices::none)
        line.skip(3);
    else
        line.add(step, profile.text(profile.steps[step].label),
            profile.text(profile.steps[step].opType));
    line.add(profile.text(profile.tracks[slices.track[slice]].name),
        slices.startNs[slice] - profile.runs[report.device->account.run].startNs,
        slices.durationNs[slice]);
    if (const auto* copy = copyOf(profile, slice))
        line.add(copy->bytes);
    else
        line.skip(1);
    addLaunch(line, profile, slice);
    line.add(slices.correlation.empty() ? 0 : slices.correlation[slice]);
}

} // namespace

Result<void> writeKernelsCsv(const Report& report, const ExportSink& sink)
{
    TRY(sink("work,name,step,operator,op_type,stream,start_ns,dur_ns,bytes,grid_x,grid_y,grid_z,"
             "block_x,block_y,block_z,cluster_x,cluster_y,cluster_z,registers,static_shared_bytes,"
             "dynamic_shared_bytes,graph_node,correlation\r\n"));
    if (!report.device)
        return {};
    const auto& profile = *report.profile;
    for (std::size_t i = 0; i < profile.slices.size(); ++i) {
        if (profile.slices.run[i] != report.device->account.run
            || deviceRow(profile, i) == Slices::none || !isDeviceWork(profile, i))
            continue;
        CsvLine line;
        addWork(line, report, i);
        TRY(sink(line.take()));
    }
    return {};
}

} // namespace profiler
