#include "app/cli/comparing/compare_document.h"

#include "profiler/tables/metadata.h"

namespace cli {

using profiler::Change;
using profiler::Comparison;
using support::JsonWriter;
using support::orNull;

namespace {

/// Writes members of an open object. `change` is a share of A: 0.05 is 5 % slower.
void writeChange(JsonWriter& json, const Change& change)
{
    const auto interval = change.interval.value_or(profiler::Interval());
    const bool isSure = change.interval.has_value();
    json.members({ { "a_ns", orNull(change.a.samples > 0, change.a.median) },
        { "b_ns", orNull(change.b.samples > 0, change.b.median) }, { "runs_a", change.a.samples },
        { "runs_b", change.b.samples }, { "change", orNull(change.isOnBoth(), change.ratio) },
        { "low", orNull(isSure, interval.low) }, { "high", orNull(isSure, interval.high) },
        { "p", change.p }, { "p_adjusted", change.adjusted }, { "detectable", change.detectable() },
        { "verdict", verdictName(change.verdict) } });
}

void writeProfile(JsonWriter& json, const std::string& name, const profiler::Profile* profile)
{
    json.beginObject().member("file", name);
    if (profile != nullptr)
        for (const auto& [member, key] : { std::pair("model_sha256", profiler::keys::modelSha256),
                 std::pair("profile", profiler::keys::profileId),
                 std::pair("device", profiler::keys::device),
                 std::pair("threads", profiler::keys::threads),
                 std::pair("precision", profiler::keys::precision),
                 std::pair("seed", profiler::keys::seed), std::pair("dims", profiler::keys::dims) })
            json.member(member, profile->metadata.text(key));
    json.endObject();
}

void writeRows(JsonWriter& json, const Comparison& time)
{
    json.key("operators").beginArray();
    for (const auto& row : time.rows) {
        json.beginObject().members({ { "operator", row.label }, { "type_a", row.typeA },
            { "type_b", row.typeB }, { "share", row.share }, { "left_out", row.isIgnored },
            { "steps_a", row.steps.a.size() }, { "steps_b", row.steps.b.size() } });
        writeChange(json, row.change);
        json.endObject();
    }
    json.endArray();
}

void writeWaterfall(JsonWriter& json, const profiler::Waterfall& waterfall)
{
    json.key("waterfall")
        .beginObject()
        .members({ { "a_ns", waterfall.aNs }, { "b_ns", waterfall.bNs } });
    json.key("parts").beginArray();
    for (const auto& part : waterfall.parts)
        json.object({ { "label", part.label }, { "a_ns", part.aNs }, { "b_ns", part.bNs },
            { "operators", part.rows }, { "remark", part.remark() } });
    json.endArray().endObject();
}

void writeTime(JsonWriter& json, const Comparison& time)
{
    json.beginObject().members({ { "interleaved", time.method == profiler::Method::Interleaved },
        { "rounds", time.rounds } });
    json.key("spread");
    time.method == profiler::Method::Separate ? json.value(time.spread) : json.null();
    json.members({ { "comparable", time.isComparable() }, { "records_lost", time.isLossy() } });
    json.key("settings").beginArray();
    for (const auto& row : time.settings)
        json.object({ { "kind", settingKindName(row.kind) }, { "name", row.name }, { "a", row.a },
            { "b", row.b }, { "allowed", row.isAllowed } });
    json.endArray().key("wall").beginObject();
    writeChange(json, time.wall);
    json.endObject();
    writeRows(json, time);
    writeWaterfall(json, time.waterfall);
    json.key("alignment")
        .object({ { "nodes_a", time.alignment.nodesA }, { "nodes_b", time.alignment.nodesB },
            { "aligned", time.alignment.aligned }, { "share_of_time", time.alignment.shareOfTime },
            { "only_a", time.alignment.onlyA }, { "only_b", time.alignment.onlyB } })
        .endObject();
}

void writeGate(JsonWriter& json, const profiler::GateOutcome& gate)
{
    json.beginObject().members(
        { { "result", gateResultName(gate.result()) }, { "help", gate.help } });
    json.key("rows").beginArray();
    for (const auto& row : gate.rows)
        json.object({ { "name", row.name }, { "is_wall", row.isWall() }, { "limit", row.limit },
            { "result", gateResultName(row.result) }, { "reason", row.reason } });
    json.endArray().endObject();
}

void writeStructure(JsonWriter& json, const CompareResult& result)
{
    const auto& structure = *result.structure;
    const auto labelsA = model::nodeLabels(*result.modelA);
    const auto labelsB = model::nodeLabels(*result.modelB);
    json.beginObject().member("aligned", structure.alignment.pairs);
    for (std::size_t i = 0; i < structure.counts.size(); ++i)
        json.member(nodeChangeName(model::NodeChange(i)), structure.counts[i]);
    json.member("models", structure.models).key("nodes").beginArray();
    for (const auto& row : structure.nodes) {
        json.beginObject().member("change", nodeChangeName(row.change)).key("a");
        row.a.isValid() ? json.value(labelsA[row.a.value()]) : json.null();
        json.key("b");
        row.b.isValid() ? json.value(labelsB[row.b.value()]) : json.null();
        json.member("what", row.what).endObject();
    }
    json.endArray().endObject();
}

} // namespace

std::string compareJson(const CompareResult& result)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("a");
        writeProfile(json, result.nameA, result.time ? result.time->a.get() : nullptr);
        json.key("b");
        writeProfile(json, result.nameB, result.time ? result.time->b.get() : nullptr);
        if (result.time)
            writeTime(json.key("time"), *result.time);
        if (result.gate)
            writeGate(json.key("gate"), *result.gate);
        if (result.structure)
            writeStructure(json.key("structure"), result);
        if (result.numbers)
            writeNumbers(json.key("numbers"), *result.numbers);
    });
}

} // namespace cli
