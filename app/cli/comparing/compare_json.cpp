#include "app/cli/comparing/compare_json.h"

#include "profiler/tables/metadata.h"

namespace cli {

using profiler::Change;
using profiler::Comparison;
using support::JsonWriter;

namespace {

void writeMedian(JsonWriter& json, std::string_view name, const profiler::Distribution& time)
{
    json.key(name);
    time.samples > 0 ? json.value(time.median) : json.null();
}

/// Writes members of an open object. `change` is a share of A: 0.05 is 5 % slower.
void writeChange(JsonWriter& json, const Change& change)
{
    const bool isBoth = change.a.samples > 0 && change.b.samples > 0;
    writeMedian(json, "a_ns", change.a);
    writeMedian(json, "b_ns", change.b);
    json.member("runs_a", change.a.samples).member("runs_b", change.b.samples).key("change");
    isBoth ? json.value(change.ratio) : json.null();
    json.key("low");
    change.interval ? json.value(change.interval->low) : json.null();
    json.key("high");
    change.interval ? json.value(change.interval->high) : json.null();
    json.member("p", change.p)
        .member("p_adjusted", change.adjusted)
        .member("detectable", change.detectable())
        .member("verdict", verdictName(change.verdict));
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
        json.beginObject()
            .member("operator", row.label)
            .member("type_a", row.typeA)
            .member("type_b", row.typeB)
            .member("share", row.share)
            .member("left_out", row.isIgnored);
        json.member("steps_a", row.steps.a.size()).member("steps_b", row.steps.b.size());
        writeChange(json, row.change);
        json.endObject();
    }
    json.endArray();
}

void writeWaterfall(JsonWriter& json, const profiler::Waterfall& waterfall)
{
    json.key("waterfall")
        .beginObject()
        .member("a_ns", waterfall.aNs)
        .member("b_ns", waterfall.bNs)
        .key("parts")
        .beginArray();
    for (const auto& part : waterfall.parts)
        json.beginObject()
            .member("label", part.label)
            .member("a_ns", part.aNs)
            .member("b_ns", part.bNs)
            .member("operators", part.rows)
            .member("remark", part.remark())
            .endObject();
    json.endArray().endObject();
}

void writeTime(JsonWriter& json, const Comparison& time)
{
    json.beginObject()
        .member("interleaved", time.method == profiler::Method::Interleaved)
        .member("rounds", time.rounds);
    json.key("spread");
    time.method == profiler::Method::Separate ? json.value(time.spread) : json.null();
    json.member("comparable", time.isComparable()).member("records_lost", time.isLossy());
    json.key("settings").beginArray();
    for (const auto& row : time.settings)
        json.beginObject()
            .member("kind", settingKindName(row.kind))
            .member("name", row.name)
            .member("a", row.a)
            .member("b", row.b)
            .member("allowed", row.isAllowed)
            .endObject();
    json.endArray().key("wall").beginObject();
    writeChange(json, time.wall);
    json.endObject();
    writeRows(json, time);
    writeWaterfall(json, time.waterfall);
    json.key("alignment")
        .beginObject()
        .member("nodes_a", time.alignment.nodesA)
        .member("nodes_b", time.alignment.nodesB)
        .member("aligned", time.alignment.aligned)
        .member("share_of_time", time.alignment.shareOfTime)
        .key("only_a")
        .array(time.alignment.onlyA);
    json.key("only_b").array(time.alignment.onlyB).endObject().endObject();
}

void writeGate(JsonWriter& json, const profiler::GateOutcome& gate)
{
    json.beginObject().member("result", gateResultName(gate.result())).key("help").array(gate.help);
    json.key("rows").beginArray();
    for (const auto& row : gate.rows)
        json.beginObject()
            .member("name", row.name)
            .member("is_wall", row.isWall)
            .member("limit", row.limit)
            .member("result", gateResultName(row.result))
            .member("reason", row.reason)
            .endObject();
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
    json.key("models").array(structure.models).key("nodes").beginArray();
    for (const auto& row : structure.nodes) {
        json.beginObject().member("change", nodeChangeName(row.change)).key("a");
        row.a.isValid() ? json.value(labelsA[row.a.value()]) : json.null();
        json.key("b");
        row.b.isValid() ? json.value(labelsB[row.b.value()]) : json.null();
        json.key("what").array(row.what).endObject();
    }
    json.endArray().endObject();
}

} // namespace

std::string compareJson(const CompareResult& result)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("a");
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
    json.endObject().flush();
    return text + "\n";
}

} // namespace cli
