#include "profiler/exporters/exporter.h"

#include "model/support/json.h"
#include "profiler/charts/charts.h"
#include "profiler/exporters/json_device.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {

namespace {

using support::JsonWriter;
using support::Result;

constexpr std::size_t mostAtPeak = 50;

std::int64_t rounded(double ns) { return std::llround(ns); }

void writeMetadata(JsonWriter& json, const Metadata& metadata)
{
    json.beginObject();
    for (const auto& [key, value] : metadata.all())
        std::visit([&, &name = key](const auto& content) { json.member(name, content); }, value);
    json.endObject();
}

/// Writes name, hash, size and opset of the model. Other facts are in the metadata.
void writeModel(JsonWriter& json, const Metadata& metadata)
{
    json.key("model")
        .beginObject()
        .member("name", metadata.text(keys::modelName))
        .member("sha256", metadata.text(keys::modelSha256));
    if (const auto bytes = metadata.integer(keys::modelBytes))
        json.member("bytes", *bytes);
    json.member("opset", metadata.text(keys::modelOpset)).endObject();
}

void writeDistribution(JsonWriter& json, const Distribution& time)
{
    json.member("samples", time.samples);
    if (time.samples == 0)
        return; // unknown figures are absent, not zero
    json.member("median_ns", rounded(time.median))
        .member("p10_ns", rounded(time.p10))
        .member("p90_ns", rounded(time.p90));
    json.member("p95_ns", rounded(time.p95))
        .member("min_ns", rounded(time.min))
        .member("max_ns", rounded(time.max));
    if (time.interval)
        json.member("lo_ns", rounded(time.interval->low))
            .member("hi_ns", rounded(time.interval->high));
}

void writeRuns(JsonWriter& json, const Profile& profile)
{
    json.key("runs").beginArray();
    for (const auto& run : profile.runs) {
        json.beginObject()
            .member("number", run.number)
            .member("side", sideName(run.side))
            .member("round", run.round);
        json.member("wall_ns", run.wallNs).member("has_gap", run.hasGap).endObject();
    }
    json.endArray();
}

void writeAccount(JsonWriter& json, const Account& account)
{
    json.key("accounting")
        .beginObject()
        .member("run", account.run)
        .member("wall_ns", account.wallNs)
        .member("operators_ns", account.operatorsNs);
    json.member("reorders_ns", account.reordersNs)
        .member("copies_ns", account.copiesNs)
        .member("dispatch_ns", account.dispatchNs);
    json.member("wait_ns", account.waitingNs)
        .member("allocation_ns", account.allocationNs)
        .member("unaccounted_ns", account.unaccountedNs);
    json.member("overlap_ns", account.overlapNs).member("coverage", account.coverage()).endObject();
}

void writeStep(JsonWriter& json, const Profile& profile, const StepRow& row)
{
    const auto& step = profile.step(row.step);
    json.beginObject()
        .member("id", row.step.value())
        .member("name", profile.text(step.label))
        .member("op_type", profile.text(step.opType));
    json.member("domain", profile.text(step.domain))
        .member("kind", stepKindName(step.kind))
        .key("nodes")
        .beginArray();
    for (const auto& origin : step.origins)
        json.value(profile.text(origin.label));
    json.endArray()
        .member("impl", profile.text(step.implementation))
        .member("tier", profile.text(step.tier))
        .member("device", profile.text(step.device));
    json.member("inputs", profile.text(step.inputTypes))
        .member("outputs", profile.text(step.outputTypes));
    if (step.parent.isValid())
        json.member("parent", step.parent.value());
    if (const auto refusals = profile.text(step.refusals); !refusals.empty())
        json.member("refusals", refusals);
    writeDistribution(json, row.time);
    json.member("share", row.share)
        .member("in_runs", row.inRuns)
        .member("calls_per_run", row.callsPerRun);
    if (row.threadsBusy)
        json.member("threads_busy", *row.threadsBusy);
    if (step.flops)
        json.member("flops", *step.flops);
    if (step.bytes)
        json.member("bytes", *step.bytes);
    if (step.work)
        json.key("work")
            .beginObject()
            .member("multiply_adds", step.work->multiplyAdds)
            .member("other_flops", step.work->otherFlops)
            .member("transcendental", step.work->transcendental)
            .member("moved_bytes", step.work->movedBytes)
            .endObject();
    json.endObject();
}

void writeNodes(JsonWriter& json, const Profile& profile)
{
    json.key("provenance").beginArray();
    for (const auto& node : profile.provenance) {
        if (node.fate == Fate::Kept)
            continue; // it is listed at its step
        json.beginObject()
            .member("node", profile.text(node.label))
            .member("fate", fateName(node.fate))
            .member("pass", profile.text(node.pass))
            .endObject();
    }
    json.endArray();
}

/// Writes the values live at the memory peak of the median run, largest first, each with the peak
/// without it.
void writePeak(JsonWriter& json, const Profile& profile)
{
    const auto run = medianRun(profile);
    const auto live = run ? liveMemory(profile, *run) : LiveMemory();
    if (live.livingAtPeak.empty())
        return;
    json.key("peak")
        .beginObject()
        .member("bytes", live.peakBytes)
        .member("at_ns", live.peakNs)
        .key("values")
        .beginArray();
    for (std::size_t i = 0; i < std::min(mostAtPeak, live.livingAtPeak.size()); ++i) {
        const auto place = live.livingAtPeak[i];
        const auto& value = profile.memory.lifetimes[place];
        json.beginObject()
            .member("value", profile.text(value.name))
            .member("bytes", value.bytes)
            .member("peak_without_bytes", peakWithout(profile, live, place))
            .endObject();
    }
    json.endArray().endObject();
}

void writeMemory(JsonWriter& json, const Profile& profile)
{
    json.key("memory")
        .beginObject()
        .member("arena_bytes", profile.memory.arenaBytes)
        .member("weight_bytes", profile.memory.weightBytes);
    writePeak(json, profile);
    json.key("live").beginArray();
    for (const auto& life : profile.memory.lifetimes) {
        json.beginObject().member("value", profile.text(life.name)).member("bytes", life.bytes);
        if (life.first.isValid() && life.last.isValid())
            json.member("first", life.first.value()).member("last", life.last.value());
        json.endObject();
    }
    json.endArray().endObject();
}

void writeFindings(JsonWriter& json, const Report& report)
{
    json.key("findings").beginArray();
    for (const auto& finding : report.findings) {
        json.beginObject()
            .member("rule", finding.rule)
            .member("text", finding.text)
            .member("gain_ns", rounded(finding.gainNs))
            .member("advice", finding.advice)
            .key("evidence")
            .beginArray();
        for (const auto& evidence : finding.evidence)
            json.beginObject()
                .member("name", evidence.name)
                .member("value", evidence.value)
                .endObject();
        json.endArray().key("steps").beginArray();
        for (const auto step : finding.steps)
            json.value(step.value());
        json.endArray().endObject();
    }
    json.endArray();
}

void writeRoofline(JsonWriter& json, const Report& report)
{
    if (!report.roofline)
        return;
    const auto& peaks = report.roofline->peaks;
    json.key("roofline")
        .beginObject()
        .member("threads", peaks.threads)
        .member("flops_per_s", peaks.flopsPerSecond);
    if (peaks.bf16.flopsPerSecond > 0)
        json.member("bf16_flops_per_s", peaks.bf16.flopsPerSecond);
    if (peaks.int8.flopsPerSecond > 0)
        json.member("int8_flops_per_s", peaks.int8.flopsPerSecond);
    if (!peaks.device.empty())
        json.member("device", peaks.device);
    json.key("bandwidths").beginArray();
    for (const auto& row : peaks.bandwidths)
        json.beginObject()
            .member("bytes", row.bytes)
            .member("bytes_per_s", row.bytesPerSecond)
            .endObject();
    json.endArray().key("steps").beginArray();
    for (const auto& row : report.roofline->rows) {
        json.beginObject()
            .member("step", row.step.value())
            .member("flops_per_byte", row.flopsPerByte)
            .member("flops_per_s", row.flopsPerSecond)
            .member("arithmetic", row.arithmetic);
        json.key("roof_flops_per_s");
        row.roof > 0 ? json.value(row.roof) : json.null();
        json.key("of_roof");
        row.ofRoof ? json.value(*row.ofRoof) : json.null();
        json.member("bound",
                row.isTooShort    ? "too short"
                    : !row.ofRoof ? "not known"
                                  : roofBoundName(row.bound))
            .endObject();
    }
    json.endArray().endObject();
}

void writeCriticalPath(JsonWriter& json, const Report& report)
{
    const auto& path = report.criticalPath;
    if (path.steps.empty())
        return;
    json.key("critical_path")
        .beginObject()
        .member("length_ns", rounded(path.lengthNs))
        .member("operators_ns", rounded(path.operatorsNs))
        .key("steps")
        .beginArray();
    for (const auto step : path.steps)
        json.value(step.value());
    json.endArray().endObject();
}

void writeConditions(JsonWriter& json, const Profile& profile)
{
    json.key("conditions").beginArray();
    for (const auto& condition : profile.conditions) {
        json.beginObject()
            .member("name", profile.text(condition.name))
            .member("value", profile.text(condition.value));
        json.member("reason", profile.text(condition.reason))
            .member("remark", condition.isRemark)
            .endObject();
    }
    json.endArray();
}

} // namespace

Result<void> writeJson(const Report& report, const ExportSink& sink)
{
    const auto& profile = *report.profile;
    const auto& statistics = *report.statistics;
    std::string text;
    JsonWriter json(text);
    json.beginObject().member("schema", 1).member("opscope", OPSCOPE_VERSION);
    writeModel(json, report.metadata);
    json.key("metadata");
    writeMetadata(json, report.metadata);
    writeConditions(json, profile);
    writeRuns(json, profile);
    json.key("total").beginObject();
    writeDistribution(json, statistics.bestWall());
    json.endObject();
    if (statistics.account)
        writeAccount(json, *statistics.account);
    if (statistics.recordingCost) {
        json.key("overhead").beginObject().member("ratio", statistics.recordingCost->value);
        if (statistics.recordingCost->interval)
            json.member("lo", statistics.recordingCost->interval->low)
                .member("hi", statistics.recordingCost->interval->high);
        json.endObject();
    }
    json.key("remarks").beginArray();
    for (const auto& remark : statistics.remarks)
        json.value(remark);
    json.endArray().key("steps").beginArray();
    for (const auto& row : statistics.steps) {
        writeStep(json, profile, row);
        json.flush();
        TRY(sink(text));
        text.clear();
    }
    json.endArray();
    writeNodes(json, profile);
    writeMemory(json, profile);
    writeFindings(json, report);
    writeRoofline(json, report);
    writeCriticalPath(json, report);
    writeDeviceReport(json, report);
    json.key("drops")
        .beginObject()
        .member("dropped", profile.losses.dropped)
        .member("unbalanced", profile.losses.unbalanced);
    json.member("clamped", profile.losses.clamped).endObject();
    json.endObject().flush();
    return sink(text + "\n");
}

} // namespace profiler
