#include "profiler/exporters/json_device.h"

#include "profiler/device/device_record_json.h"
#include "profiler/device/step_kernels.h"

#include <array>

namespace profiler {
namespace {

using support::JsonWriter;

/// Names of the members of `gaps`, by GapCause.
constexpr std::array<std::string_view, gapCauseCount> causeWords { "lost_ns", "synchronise_ns",
    "copy_wait_ns", "cpu_operator_ns", "launch_ns", "overhead_ns", "queue_full_ns", "hand_over_ns",
    "unknown_ns", "device_ns" };
constexpr std::array<std::string_view, 5> boundWords { "launch", "memory", "compute", "too short",
    "not known" };

void writeAccount(JsonWriter& json, const DeviceAccount& account)
{
    json.key("accounting")
        .beginObject()
        .member("run", account.run)
        .member("wall_ns", account.wallNs)
        .member("busy_ns", account.busyNs)
        .member("operators_ns", account.operatorsNs)
        .member("copies_ns", account.copiesNs)
        .member("sets_ns", account.setsNs)
        .member("unattributed_ns", account.unattributedNs)
        .member("overlap_ns", account.overlapNs)
        .member("kernels", account.kernels)
        .member("copies", account.copies)
        .key("gaps")
        .beginObject();
    for (std::size_t cause = 0; cause < gapCauseCount; ++cause)
        json.member(causeWords[cause], account.gapNs[cause]);
    json.endObject().endObject();
}

void writeOperators(JsonWriter& json, const DeviceReport& device)
{
    json.key("operators").beginArray();
    for (std::size_t i = 0; i < device.account.operators.size(); ++i) {
        const auto& row = device.account.operators[i];
        json.beginObject()
            .member("step", row.step.value())
            .member("kernels", row.kernels)
            .member("kernel_ns", row.kernelNs)
            .member("copies", row.copies)
            .member("copy_ns", row.copyNs)
            .member("copied_bytes", row.copiedBytes)
            .member("launch_ns", row.launchNs)
            .member("gap_ns", row.gapNs)
            .member("bound", boundWords[static_cast<std::size_t>(device.verdicts[i].bound)])
            .member("verdict", device.verdicts[i].text)
            .endObject();
    }
    json.endArray();
}

void writeKernels(JsonWriter& json, const Profile& profile, const DeviceReport& device)
{
    json.key("kernels").beginArray();
    for (const auto& row : device.kernels) {
        json.beginObject()
            .member("name", profile.text(row.name))
            .member("short_name", shortKernelName(profile.text(row.name)))
            .member("launches", row.launches)
            .member("sum_ns", row.sumNs)
            .member("longest_ns", row.longestNs)
            .member("share", row.share)
            .key("grid")
            .array(row.launch.grid)
            .key("block")
            .array(row.launch.block)
            .member("registers", row.launch.registersPerThread)
            .member("shared_bytes", row.launch.sharedBytes());
        if (row.occupancy)
            json.member("occupancy", row.occupancy->share)
                .member("occupancy_limit", occupancyLimitName(row.occupancy->limit));
        json.key("steps").beginArray();
        for (const auto step : row.steps)
            json.value(step.value());
        json.endArray().endObject();
    }
    json.endArray();
}

void writeRecord(JsonWriter& json, const DeviceRecord& record)
{
    json.member("tracer", record.tracer).key("devices").beginArray();
    for (const auto& device : record.devices)
        json.value(device.name);
    json.endArray().member("clock", clockText(record.clock)).key("losses");
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
        json.key("headlines").array(report.device->headlines);
        json.member("bound", boundWords[static_cast<std::size_t>(report.device->whole.bound)]);
        writeAccount(json, report.device->account);
        writeOperators(json, *report.device);
        writeKernels(json, profile, *report.device);
    }
    json.endObject();
}

} // namespace profiler
