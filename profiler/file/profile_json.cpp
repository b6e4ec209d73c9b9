#include "profiler/file/profile_json.h"

#include <algorithm>
#include <array>

namespace profiler::file {

using support::JsonValue;
using support::JsonWriter;

namespace {

constexpr std::uint32_t none = Slices::none;

template <typename Tag>
std::int64_t number(support::Index<Tag> id)
{
    return id.isValid() ? static_cast<std::int64_t>(id.value()) : -1;
}

template <typename Id>
Id idOf(const JsonValue& json)
{
    const auto value = json.integerOr(-1);
    return value >= 0 && value < none ? Id(static_cast<std::uint32_t>(value)) : Id();
}

template <typename Enum>
Enum enumOf(const JsonValue& json, Enum last)
{
    const auto value = json.integerOr(0);
    return value >= 0 && value <= static_cast<std::int64_t>(last) ? static_cast<Enum>(value)
                                                                  : Enum {};
}

/// Text members of a step, with their names in JSON.
struct TextMember {
    std::string_view name;
    StringId Step::*member;
};
constexpr std::array stepTexts { TextMember { "name", &Step::label },
    TextMember { "op_type", &Step::opType }, TextMember { "domain", &Step::domain },
    TextMember { "impl", &Step::implementation }, TextMember { "tier", &Step::tier },
    TextMember { "device", &Step::device }, TextMember { "inputs", &Step::inputTypes },
    TextMember { "outputs", &Step::outputTypes }, TextMember { "refusals", &Step::refusals },
    TextMember { "inserted", &Step::insertedReason },
    TextMember { "attribution", &Step::attribution }, TextMember { "body", &Step::body },
    TextMember { "scope", &Step::scope } };

void writeStep(JsonWriter& json, const Profile& profile, const Step& step)
{
    json.beginObject();
    for (const auto& [name, member] : stepTexts)
        if (const auto text = profile.text(step.*member); !text.empty())
            json.member(name, text);
    json.member("kind", static_cast<int>(step.kind));
    if (step.parent.isValid())
        json.member("parent", step.parent.value());
    json.memberIf("flops", step.flops).memberIf("bytes", step.bytes);
    if (step.work)
        json.member("work",
            std::array { step.work->multiplyAdds, step.work->otherFlops, step.work->transcendental,
                step.work->movedBytes });
    if (!step.after.empty()) {
        json.key("after").array(step.after, [](auto id) { return id.value(); });
    }
    if (step.isConstant)
        json.member("constant", true);
    if (step.repeats.isValid())
        json.member("repeats", step.repeats.value());
    json.key("nodes").beginArray();
    for (const auto& origin : step.origins)
        json.tuple(number(origin.node), profile.text(origin.label));
    json.endArray().endObject();
}

void writeProvenance(JsonWriter& json, const Profile& profile)
{
    json.key("nodes").beginArray();
    for (const auto& node : profile.provenance) {
        json.tuple(number(node.node), profile.text(node.label), profile.text(node.opType),
            profile.text(node.domain), static_cast<int>(node.fate), profile.text(node.pass),
            number(node.into));
    }
    json.endArray();
}

void readProvenance(const JsonValue& json, ProfileBuilder& builder)
{
    for (const auto& row : json.items()) {
        const auto cells = row.items();
        if (cells.size() < 7)
            continue;
        const auto text = [&](std::size_t i) { return builder.text(cells[i].stringOr("")); };
        builder.profile().provenance.push_back({ idOf<model::NodeId>(cells[0]), text(1), text(2),
            text(3), enumOf(cells[4], Fate::NotRun), text(5), idOf<model::NodeId>(cells[6]) });
    }
}

void writeMemory(JsonWriter& json, const Profile& profile)
{
    json.key("memory").beginObject().members({ { "arena_bytes", profile.memory.arenaBytes },
        { "weight_bytes", profile.memory.weightBytes } });
    json.key("values").beginArray();
    for (const auto& value : profile.memory.lifetimes) {
        json.tuple(profile.text(value.name), number(value.value), value.bytes, value.offset,
            number(value.first), number(value.last));
    }
    json.endArray().endObject();
}

void readMemory(const JsonValue& json, ProfileBuilder& builder)
{
    auto& memory = builder.profile().memory;
    memory.arenaBytes = unsignedOf(json["arena_bytes"]);
    memory.weightBytes = unsignedOf(json["weight_bytes"]);
    for (const auto& row : json["values"].items()) {
        const auto cells = row.items();
        if (cells.size() < 6)
            continue;
        memory.lifetimes.push_back({ builder.text(cells[0].stringOr("")),
            idOf<model::ValueId>(cells[1]), unsignedOf(cells[2]), unsignedOf(cells[3]),
            idOf<engine::StepId>(cells[4]), idOf<engine::StepId>(cells[5]) });
    }
}

void writeConditions(JsonWriter& json, const Profile& profile)
{
    json.key("conditions").beginArray();
    for (const auto& condition : profile.conditions) {
        json.beginObject().member("name", profile.text(condition.name));
        if (condition.value.isValid())
            json.member("value", profile.text(condition.value));
        json.members(
                { { "reason", profile.text(condition.reason) }, { "remark", condition.isRemark } })
            .endObject();
    }
    json.endArray();
}

void readConditions(const JsonValue& json, ProfileBuilder& builder)
{
    for (const auto& row : json.items()) {
        const auto value = row.has("value") ? builder.text(row["value"].stringOr("")) : StringId();
        builder.profile().conditions.push_back({ builder.text(row["name"].stringOr("")), value,
            builder.text(row["reason"].stringOr("")), row["remark"].booleanOr(false) });
    }
}

void writeMatch(JsonWriter& json, const Profile& profile)
{
    if (!profile.match)
        return;
    const auto& match = *profile.match;
    json.key("match").beginObject().members(
        { { "exact", match.exactShare }, { "derived", match.derivedShare },
            { "inserted", match.insertedShare }, { "unmatched", match.unmatchedShare } });
    json.key("names")
        .array(match.unmatched, [&](const auto& name) { return profile.text(name); })
        .endObject();
}

void readMatch(const JsonValue& json, ProfileBuilder& builder)
{
    if (json.kind() != JsonValue::Kind::Object)
        return;
    MatchReport match { json["exact"].numberOr(0), json["derived"].numberOr(0),
        json["inserted"].numberOr(0), json["unmatched"].numberOr(0), {} };
    for (const auto& name : json["names"].items())
        match.unmatched.push_back(builder.text(name.stringOr("")));
    builder.profile().match = std::move(match);
}

} // namespace

std::uint64_t unsignedOf(const JsonValue& json)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, json.integerOr(0)));
}

std::uint32_t smallOf(const JsonValue& json)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(unsignedOf(json), 0xffffffff));
}

void writeMetadata(JsonWriter& json, const Metadata& metadata)
{
    json.beginObject();
    for (const auto& [key, value] : metadata.all())
        std::visit([&, &name = key](const auto& content) { json.member(name, content); }, value);
    json.endObject();
}

Metadata readMetadata(const JsonValue& json)
{
    Metadata metadata;
    for (const auto& [key, value] : json.members()) {
        if (const auto text = value.string())
            metadata.set(key, *text);
        else if (const auto truth = value.boolean())
            metadata.set(key, *truth);
        else if (const auto integer = value.integer())
            metadata.set(key, *integer);
        else if (const auto real = value.number())
            metadata.set(key, *real);
    }
    return metadata;
}

void writeSteps(JsonWriter& json, const Profile& profile)
{
    json.beginArray();
    for (const auto& step : profile.steps)
        writeStep(json, profile, step);
    json.endArray();
}

namespace {

/// Makes steps of a damaged file outermost that are their own ancestors, or nested deeper than any
/// model can be.
void limitNesting(std::vector<Step>& steps)
{
    constexpr std::uint32_t maxDepth = 256;
    constexpr std::uint32_t isOpen = 0xffffffff; // on the path that is followed now
    std::vector<std::uint32_t> depth(steps.size(), 0); // 0 = not known yet
    std::vector<std::size_t> path;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        for (auto at = i; depth[at] == 0; at = steps[at].parent.value()) {
            depth[at] = isOpen;
            path.push_back(at);
            if (!steps[at].parent.isValid())
                break;
        }
        for (; !path.empty(); path.pop_back()) {
            auto& step = steps[path.back()];
            const auto above = step.parent.isValid() ? depth[step.parent.value()] : 0;
            if (above == isOpen || above >= maxDepth)
                step.parent = {};
            depth[path.back()] = step.parent.isValid() ? above + 1 : 1;
        }
    }
}

} // namespace

void readSteps(const JsonValue& json, ProfileBuilder& builder)
{
    for (const auto& row : json.items()) {
        Step step;
        for (const auto& [name, member] : stepTexts)
            step.*member = builder.text(row[name].stringOr(""));
        step.kind = enumOf(row["kind"], StepKind::Copy);
        step.parent = idOf<engine::StepId>(row["parent"]);
        if (row.has("flops"))
            step.flops = unsignedOf(row["flops"]);
        if (row.has("bytes"))
            step.bytes = unsignedOf(row["bytes"]);
        if (const auto work = row["work"].items(); work.size() == 4)
            step.work = WorkClasses { unsignedOf(work[0]), unsignedOf(work[1]), unsignedOf(work[2]),
                unsignedOf(work[3]) };
        for (const auto& id : row["after"].items())
            step.after.push_back(idOf<engine::StepId>(id));
        step.isConstant = row["constant"].booleanOr(false);
        step.repeats = idOf<engine::StepId>(row["repeats"]);
        for (const auto& origin : row["nodes"].items())
            if (const auto cells = origin.items(); cells.size() == 2)
                step.origins.push_back(
                    { idOf<model::NodeId>(cells[0]), builder.text(cells[1].stringOr("")) });
        builder.addStep(std::move(step));
    }
    // Drops ids of steps that do not exist.
    auto& steps = builder.profile().steps;
    const auto isUnknown
        = [&](engine::StepId id) { return !id.isValid() || id.value() >= steps.size(); };
    for (auto& step : steps) {
        std::erase_if(step.after, isUnknown);
        if (isUnknown(step.repeats))
            step.repeats = {};
    }
    for (auto& step : steps)
        if (isUnknown(step.parent))
            step.parent = {};
    limitNesting(steps);
}

void writeTables(JsonWriter& json, const Profile& profile)
{
    json.beginObject().key("tracks").beginArray();
    for (const auto& track : profile.tracks)
        json.tuple(
            profile.text(track.name), profile.text(track.process), static_cast<int>(track.kind));
    json.endArray().key("counters").beginArray();
    for (const auto& series : profile.counters)
        json.tuple(profile.text(series.name), profile.text(series.unit));
    json.endArray();
    writeProvenance(json, profile);
    writeMemory(json, profile);
    writeConditions(json, profile);
    json.key("losses").object({ { "dropped", profile.losses.dropped },
        { "unbalanced", profile.losses.unbalanced }, { "clamped", profile.losses.clamped } });
    writeMatch(json, profile);
    json.endObject();
}

void writeRunDetails(JsonWriter& json, std::span<const Run> runs)
{
    json.beginArray();
    for (const auto& run : runs)
        json.tuple(run.number, run.voluntarySwitches, run.involuntarySwitches, run.minorFaults,
            run.majorFaults, run.hasGap ? 1 : 0, run.handoverNs, run.position, run.tokens,
            run.outsideNs);
    json.endArray();
}

void readRunDetails(const JsonValue& json, std::span<Run> runs)
{
    const auto rows = json.items();
    for (std::size_t i = 0; i < std::min(rows.size(), runs.size()); ++i) {
        const auto cells = rows[i].items();
        if (cells.size() < 6)
            continue;
        runs[i].number = smallOf(cells[0]);
        runs[i].voluntarySwitches = smallOf(cells[1]);
        runs[i].involuntarySwitches = smallOf(cells[2]);
        runs[i].minorFaults = smallOf(cells[3]);
        runs[i].majorFaults = smallOf(cells[4]);
        runs[i].hasGap = cells[5].integerOr(0) != 0;
        if (cells.size() > 6)
            runs[i].handoverNs = std::max<std::int64_t>(0, cells[6].integerOr(0));
        if (cells.size() > 9) {
            constexpr std::int64_t farthest = std::int64_t(1) << 40; // exact as a double
            constexpr std::int64_t longest = std::int64_t(1) << 53; // the same; 104 days
            const auto position = cells[7].integerOr(-1);
            runs[i].position = position >= 0 && position <= farthest ? position : -1;
            runs[i].tokens = smallOf(cells[8]);
            runs[i].outsideNs = std::clamp<std::int64_t>(cells[9].integerOr(0), 0, longest);
        }
    }
}

void readTables(const JsonValue& json, ProfileBuilder& builder)
{
    auto& profile = builder.profile();
    for (const auto& row : json["tracks"].items()) {
        const auto cells = row.items();
        if (cells.size() >= 3)
            builder.addTrack(cells[0].stringOr(""), cells[1].stringOr(""),
                enumOf(cells[2], TrackKind::Overhead));
    }
    for (const auto& row : json["counters"].items()) {
        if (const auto cells = row.items(); cells.size() == 2)
            profile.counters.push_back({ builder.text(cells[0].stringOr("")),
                builder.text(cells[1].stringOr("")), {}, {} });
    }
    readProvenance(json["nodes"], builder);
    readMemory(json["memory"], builder);
    readConditions(json["conditions"], builder);
    profile.losses = { unsignedOf(json["losses"]["dropped"]),
        unsignedOf(json["losses"]["unbalanced"]), unsignedOf(json["losses"]["clamped"]) };
    readMatch(json["match"], builder);
}

} // namespace profiler::file
