#include "profiler/exporters/exporter.h"

#include "model/support/json.h"
#include "profiler/charts/charts.h"
#include "profiler/exporters/json_device.h"
#include "profiler/exporters/json_load.h"
#include "profiler/file/profile_json.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

using support::JsonWriter;
using support::Result;

constexpr std::size_t maxAtPeak = 50;

std::int64_t rounded(double ns) { return std::llround(ns); }

/// Writes name, hash, size and opset of the model. Other facts are in the metadata.
void writeModel(JsonWriter& json, const Metadata& metadata)
{
    json.key("model")
        .beginObject()
        .members({ { "name", metadata.text(keys::modelName) },
            { "sha256", metadata.text(keys::modelSha256) } })
        .memberIf("bytes", metadata.integer(keys::modelBytes))
        .member("opset", metadata.text(keys::modelOpset))
        .endObject();
}

void writeDistribution(JsonWriter& json, const Distribution& time)
{
    json.member("samples", time.samples);
    if (time.samples == 0)
        return; // unknown figures are absent, not zero
    json.members({ { "median_ns", rounded(time.median) }, { "p10_ns", rounded(time.p10) },
        { "p90_ns", rounded(time.p90) }, { "p95_ns", rounded(time.p95) },
        { "min_ns", rounded(time.min) }, { "max_ns", rounded(time.max) } });
    if (time.interval)
        json.members({ { "lo_ns", rounded(time.interval->low) },
            { "hi_ns", rounded(time.interval->high) } });
}

void writeRuns(JsonWriter& json, const Profile& profile)
{
    json.key("runs").beginArray();
    for (const auto& run : profile.runs) {
        json.beginObject().members({ { "number", run.number }, { "side", sideName(run.side) },
            { "round", run.round }, { "wall_ns", run.wallNs }, { "has_gap", run.hasGap } });
        if (run.position >= 0)
            json.members({ { "position", run.position }, { "tokens", run.tokens },
                { "outside_ns", run.outsideNs } });
        json.endObject();
    }
    json.endArray();
}

void writeAccount(JsonWriter& json, const Account& account)
{
    json.key("accounting")
        .object({ { "run", account.run }, { "wall_ns", account.wallNs },
            { "operators_ns", account.operatorsNs }, { "reorders_ns", account.reordersNs },
            { "copies_ns", account.copiesNs }, { "dispatch_ns", account.dispatchNs },
            { "wait_ns", account.waitingNs }, { "allocation_ns", account.allocationNs },
            { "unaccounted_ns", account.unaccountedNs }, { "overlap_ns", account.overlapNs },
            { "coverage", account.coverage() } });
}

/// Writes what was counted for a step: figures, then counts per run.
void writeCounted(JsonWriter& json, const ProcessorRecord& record, const StepCounts& counts,
    const ProcessorFigures& figures)
{
    json.key("processor").beginObject();
    for (const auto& figure : processorFigureList())
        json.memberIf(figure.name, figures.*figure.value);
    json.key("counts").beginObject();
    for (std::size_t i = 0; i < processorEventCount; ++i)
        if (!std::isnan(counts.all[i]))
            json.member(processorEventName(static_cast<ProcessorEvent>(i)), counts.all[i]);
    json.endObject();
    if (!counts.named.empty()) {
        json.key("named").beginObject();
        for (std::size_t i = 0; i < std::min(counts.named.size(), record.named.size()); ++i)
            if (!std::isnan(counts.named[i]))
                json.member(record.named[i].name, counts.named[i]);
        json.endObject();
    }
    json.endObject();
}

void writeProcessor(JsonWriter& json, const ProcessorRecord& record)
{
    json.key("processor")
        .beginObject()
        .members({ { "passes", record.passes }, { "runs", record.runs },
            { "void_runs", record.voidRuns }, { "reading", counterReadingName(record.reading) },
            { "read_ns", record.readNs } });
    json.key("places").beginArray();
    for (const auto& place : record.places)
        json.object({ { "thread", place.thread }, { "processor", place.processor },
            { "core", place.core }, { "node", place.node }, { "share", place.share } });
    json.endArray().key("named").beginArray();
    for (const auto& event : record.named)
        json.object({ { "name", event.name }, { "by", event.by } });
    json.endArray().key("clocks").beginArray();
    for (const auto& clock : record.clocks)
        json.object({ { "processor", clock.processor }, { "least_hertz", clock.least },
            { "mean_hertz", clock.mean }, { "most_hertz", clock.most } });
    json.endArray().key("thread_hertz").beginArray();
    for (const auto hertz : record.threadHertz)
        json.value(hertz); // NaN (unknown) is written as null
    json.endArray().key("machine").beginObject();
    const auto& machine = record.machine;
    for (const auto& [name, value] : { std::pair("joules", machine.joules),
             std::pair("joules_above_idle", machine.joulesAboveIdle),
             std::pair("read_bytes", machine.readBytes),
             std::pair("written_bytes", machine.writtenBytes) })
        if (!std::isnan(value))
            json.member(name, value);
    json.endObject().endObject();
}

void writeStep(
    JsonWriter& json, const Report& report, const StepRow& row, std::span<const StepCounts> counts)
{
    const auto& profile = *report.profile;
    const auto& step = profile.step(row.step);
    json.beginObject().members({ { "id", row.step.value() }, { "name", profile.text(step.label) },
        { "op_type", profile.text(step.opType) }, { "domain", profile.text(step.domain) },
        { "kind", stepKindName(step.kind) } });
    json.key("nodes")
        .array(step.origins, [&](const auto& origin) { return profile.text(origin.label); })
        .members({ { "impl", profile.text(step.implementation) },
            { "tier", profile.text(step.tier) }, { "device", profile.text(step.device) },
            { "inputs", profile.text(step.inputTypes) },
            { "outputs", profile.text(step.outputTypes) } });
    if (step.parent.isValid())
        json.member("parent", step.parent.value());
    if (const auto refusals = profile.text(step.refusals); !refusals.empty())
        json.member("refusals", refusals);
    if (const auto attribution = profile.text(step.attribution); !attribution.empty())
        json.member("attribution", attribution);
    writeDistribution(json, row.time);
    writeStepLoad(json, profile, row);
    json.members({ { "share", row.share }, { "in_runs", row.inRuns },
                     { "calls_per_run", row.callsPerRun } })
        .memberIf("threads_busy", row.threadsBusy)
        .memberIf("flops", step.flops)
        .memberIf("bytes", step.bytes);
    if (step.work)
        json.key("work").object({ { "multiply_adds", step.work->multiplyAdds },
            { "other_flops", step.work->otherFlops },
            { "transcendental", step.work->transcendental },
            { "moved_bytes", step.work->movedBytes } });
    if (!counts.empty())
        writeCounted(
            json, *profile.processor, counts[row.step.value()], report.processor[row.step.value()]);
    json.endObject();
}

void writeNodes(JsonWriter& json, const Profile& profile)
{
    json.key("provenance").beginArray();
    for (const auto& node : profile.provenance) {
        if (node.fate == Fate::Kept)
            continue; // it is listed at its step
        json.object({ { "node", profile.text(node.label) }, { "fate", fateName(node.fate) },
            { "pass", profile.text(node.pass) } });
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
    json.key("peak").beginObject().members(
        { { "bytes", live.peakBytes }, { "at_ns", live.peakNs } });
    json.key("values").beginArray();
    for (std::size_t i = 0; i < std::min(maxAtPeak, live.livingAtPeak.size()); ++i) {
        const auto place = live.livingAtPeak[i];
        const auto& value = profile.memory.lifetimes[place];
        json.object({ { "value", profile.text(value.name) }, { "bytes", value.bytes },
            { "peak_without_bytes", peakWithout(profile, live, place) } });
    }
    json.endArray().endObject();
}

void writeMemory(JsonWriter& json, const Profile& profile)
{
    json.key("memory").beginObject().members({ { "arena_bytes", profile.memory.arenaBytes },
        { "weight_bytes", profile.memory.weightBytes } });
    writePeak(json, profile);
    json.key("live").beginArray();
    for (const auto& life : profile.memory.lifetimes) {
        json.beginObject().members(
            { { "value", profile.text(life.name) }, { "bytes", life.bytes } });
        if (life.first.isValid() && life.last.isValid())
            json.members({ { "first", life.first.value() }, { "last", life.last.value() } });
        json.endObject();
    }
    json.endArray().endObject();
}

void writeFindings(JsonWriter& json, const Report& report)
{
    json.key("findings").beginArray();
    for (const auto& finding : report.findings) {
        json.beginObject().members({ { "rule", finding.rule }, { "text", finding.text },
            { "gain_ns", rounded(finding.gainNs) }, { "advice", finding.advice } });
        json.key("evidence").beginArray();
        for (const auto& evidence : finding.evidence)
            json.object({ { "name", evidence.name }, { "value", evidence.value } });
        json.endArray()
            .key("steps")
            .array(finding.steps, [](auto step) { return step.value(); })
            .endObject();
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
        .members({ { "threads", peaks.threads }, { "flops_per_s", peaks.flopsPerSecond } });
    if (peaks.bf16.flopsPerSecond > 0)
        json.member("bf16_flops_per_s", peaks.bf16.flopsPerSecond);
    if (peaks.int8.flopsPerSecond > 0)
        json.member("int8_flops_per_s", peaks.int8.flopsPerSecond);
    if (!peaks.device.empty())
        json.member("device", peaks.device);
    json.key("bandwidths").beginArray();
    for (const auto& row : peaks.bandwidths)
        json.object({ { "bytes", row.bytes }, { "bytes_per_s", row.bytesPerSecond } });
    json.endArray().key("steps").beginArray();
    for (const auto& row : report.roofline->rows) {
        const auto bound = row.isTooShort ? "too short"
            : !row.ofRoof                 ? "not known"
                                          : roofBoundName(row.bound);
        json.object({ { "step", row.step.value() }, { "flops_per_byte", row.flopsPerByte },
            { "flops_per_s", row.flopsPerSecond }, { "arithmetic", row.arithmetic },
            { "roof_flops_per_s", support::orNull(row.roof > 0, row.roof) },
            { "of_roof", row.ofRoof }, { "bound", bound } });
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
        .members({ { "length_ns", rounded(path.lengthNs) },
            { "operators_ns", rounded(path.operatorsNs) } });
    json.key("steps").array(path.steps, [](auto step) { return step.value(); }).endObject();
}

void writeConditions(JsonWriter& json, const Profile& profile)
{
    json.key("conditions").beginArray();
    for (const auto& condition : profile.conditions) {
        json.object(
            { { "name", profile.text(condition.name) }, { "value", profile.text(condition.value) },
                { "reason", profile.text(condition.reason) }, { "remark", condition.isRemark } });
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
    json.beginObject().members({ { "schema", 1 }, { "opscope", OPSCOPE_VERSION } });
    writeModel(json, report.metadata);
    file::writeMetadata(json.key("metadata"), report.metadata);
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
            json.members({ { "lo", statistics.recordingCost->interval->low },
                { "hi", statistics.recordingCost->interval->high } });
        json.endObject();
    }
    json.member("remarks", support::textsOf(statistics.remarks)).key("steps").beginArray();
    const auto counts = countsOfSteps(profile);
    for (const auto& row : statistics.steps) {
        writeStep(json, report, row, counts);
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
    writeLoadReport(json, report);
    if (profile.processor)
        writeProcessor(json, *profile.processor);
    json.key("drops")
        .object({ { "dropped", profile.losses.dropped },
            { "unbalanced", profile.losses.unbalanced }, { "clamped", profile.losses.clamped } })
        .endObject()
        .flush();
    return sink(text + "\n");
}

} // namespace profiler
