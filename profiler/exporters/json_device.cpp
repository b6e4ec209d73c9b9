#include "profiler/exporters/json_device.h"

#include "profiler/device/device_record_json.h"
#include "profiler/device/step_kernels.h"

#include <array>

namespace profiler {
namespace {

using support::JsonWriter;

/// Names of the members of `gaps`, by GapCause.
constexpr std::array<std::string_view, gapCauseCount> causeNames { "lost_ns", "synchronise_ns",
    "copy_wait_ns", "cpu_operator_ns", "launch_ns", "overhead_ns", "queue_full_ns", "hand_over_ns",
    "unknown_ns", "device_ns" };
constexpr std::array<std::string_view, 5> boundNames { "launch", "memory", "compute", "too short",
    "not known" };

void writeAccount(JsonWriter& json, const DeviceAccount& account)
{
    json.key("accounting")
        .beginObject()
        .members({ { "run", account.run }, { "wall_ns", account.wallNs },
            { "busy_ns", account.busyNs }, { "operators_ns", account.operatorsNs },
            { "copies_ns", account.copiesNs }, { "sets_ns", account.setsNs },
            { "unattributed_ns", account.unattributedNs }, { "overlap_ns", account.overlapNs },
            { "kernels", account.kernels }, { "copies", account.copies } });
    json.key("gaps").beginObject();
    for (std::size_t cause = 0; cause < gapCauseCount; ++cause)
        json.member(causeNames[cause], account.gapNs[cause]);
    json.endObject().endObject();
}

void writeOperators(JsonWriter& json, const DeviceReport& device)
{
    json.key("operators").beginArray();
    for (std::size_t i = 0; i < device.account.operators.size(); ++i) {
        const auto& row = device.account.operators[i];
        json.object({ { "step", row.step.value() }, { "kernels", row.kernels },
            { "kernel_ns", row.kernelNs }, { "copies", row.copies }, { "copy_ns", row.copyNs },
            { "copied_bytes", row.copiedBytes }, { "launch_ns", row.launchNs },
            { "gap_ns", row.gapNs },
            { "bound", boundNames[static_cast<std::size_t>(device.verdicts[i].bound)] },
            { "verdict", device.verdicts[i].text } });
    }
    json.endArray();
}

void writeKernels(JsonWriter& json, const Profile& profile, const DeviceReport& device)
{
    json.key("kernels").beginArray();
    for (const auto& row : device.kernels) {
        json.beginObject().members({ { "name", profile.text(row.name) },
            { "short_name", shortKernelName(profile.text(row.name)) }, { "launches", row.launches },
            { "sum_ns", row.sumNs }, { "longest_ns", row.longestNs }, { "share", row.share },
            { "grid", row.launch.grid }, { "block", row.launch.block },
            { "registers", row.launch.registersPerThread },
            { "shared_bytes", row.launch.sharedBytes() } });
        if (row.occupancy)
            json.members({ { "occupancy", row.occupancy->share },
                { "occupancy_limit", occupancyLimitName(row.occupancy->limit) } });
        json.key("steps").array(row.steps, [](auto step) { return step.value(); }).endObject();
    }
    json.endArray();
}

void writeRecord(JsonWriter& json, const DeviceRecord& record)
{
    json.member("tracer", record.tracer)
        .key("devices")
        .array(record.devices, [&](const auto& device) { return device.name; })
        .member("clock", clockText(record.clock))
        .key("losses");
    writeLosses(json, record.losses);
    json.key("limits");
    writeLimits(json, record.limits);
}

} // namespace

void writeDeviceReport(JsonWriter& json, const Report& report)
{
    const auto& profile = *report.profile;
    if (!profile.device.record && !report.device)
        return;
    json.key("device").beginObject();
    if (profile.device.record)
        writeRecord(json, *profile.device.record);
    if (report.device) {
        json.members({ { "headlines", report.device->headlines },
            { "bound", boundNames[static_cast<std::size_t>(report.device->whole.bound)] } });
        writeAccount(json, report.device->account);
        writeOperators(json, *report.device);
        writeKernels(json, profile, *report.device);
    }
    json.endObject();
}

} // namespace profiler
