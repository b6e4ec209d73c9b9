#include "app/cli/profiling/json_progress.h"

#include "app/cli/command.h"
#include "app/cli/comparing/comparison.h"
#include "engine/plan/setting_names.h"
#include "engine/plan/step_order.h"
#include "model/support/text.h"
#include "profiler/statistics/fallbacks.h"

#include <algorithm>
#include <iostream>

namespace cli {

namespace {

constexpr std::size_t labelsShown = 5;

std::size_t countOf(const engine::Plan& plan, engine::NodeFate::Kind kind)
{
    return static_cast<std::size_t>(
        std::ranges::count(plan.fates(), kind, &engine::NodeFate::kind));
}

/// Writes the operators of a GPU run that execute on the CPU, each with the number of copies beside
/// it.
void writeFallbacks(support::JsonWriter& json, const engine::Plan& plan)
{
    const auto device = engine::deviceName(engine::DeviceKind::Cuda);
    const auto read = engine::stepsRead(plan);
    const auto& steps = plan.steps();
    std::vector<bool> isCopy(read.size(), false);
    std::vector<std::size_t> copies(read.size(), 0);
    for (const auto& step : steps)
        isCopy[step.id.value()] = step.kind == engine::StepKind::Copy;
    for (std::size_t id = 0; id < read.size(); ++id) {
        for (const auto before : read[id]) {
            copies[id] += isCopy[before.value()] ? 1 : 0;
            copies[before.value()] += isCopy[id] ? 1 : 0;
        }
    }
    json.key("on_cpu").beginArray();
    for (const auto& step : steps) {
        if (step.device != engine::DeviceKind::Cpu || step.origins.empty())
            continue;
        const auto reason = std::ranges::find_if(step.refusals, [&](const std::string& refusal) {
            return !profiler::deviceRefusal(refusal, device).empty();
        });
        if (reason == step.refusals.end())
            continue;
        json.beginObject().members({ { "type", step.opType }, { "reason", *reason },
            { "copies", copies[step.id.value()] } });
        json.key("nodes").array(step.origins, [](auto node) { return node.value(); }).endObject();
    }
    json.endArray();
}

/// Writes a value whose texts come from another computer. Its depth is limited by who read it.
void writeForeign(support::JsonWriter& json, const support::JsonValue& value)
{
    using Kind = support::JsonValue::Kind;
    switch (value.kind()) {
    case Kind::Null:
        json.null();
        break;
    case Kind::Bool:
        json.value(value.boolean());
        break;
    case Kind::Number:
        if (const auto integer = value.integer())
            json.value(*integer);
        else
            json.value(value.number());
        break;
    case Kind::String:
        json.value(support::sanitise(*value.string()));
        break;
    case Kind::Array:
        json.beginArray();
        for (const auto& item : value.items())
            writeForeign(json, item);
        json.endArray();
        break;
    case Kind::Object:
        json.beginObject();
        for (const auto& [name, member] : value.members())
            writeForeign(json.key(support::sanitise(name)), member);
        json.endObject();
        break;
    }
}

} // namespace

void JsonProgress::event(
    std::string_view name, const std::function<void(support::JsonWriter&)>& members) const
{
    if (!m_isOn)
        return;
    const auto line = support::jsonLine([&](support::JsonWriter& json) {
        json.member("event", name);
        members(json);
    });
    std::cerr << line + "\n" << std::flush;
}

void JsonProgress::plan(const engine::Plan& plan, const std::vector<std::string>& notices) const
{
    using Kind = engine::NodeFate::Kind;
    event("plan", [&](support::JsonWriter& json) {
        json.members({ { "steps", plan.steps().size() }, { "nodes", plan.fates().size() },
            { "folded", countOf(plan, Kind::Folded) }, { "fused", countOf(plan, Kind::FusedInto) },
            { "removed", countOf(plan, Kind::Removed) },
            { "arena_bytes", plan.memory().arenaBytes },
            { "weight_bytes", plan.memory().weightBytes },
            { "device_arena_bytes", plan.memory().deviceArenaBytes },
            { "device_weight_bytes", plan.memory().deviceWeightBytes },
            { "not_run", countOf(plan, Kind::NotRun) } });
        json.key("missing_outputs").beginArray();
        const auto& outputs = plan.program().main().outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (!outputs[i].isValid())
                json.value(plan.outputNames()[i]);
        }
        json.endArray();
        writeFallbacks(json, plan);
        json.member("notices", notices);
    });
}

void JsonProgress::phase(std::string_view what, std::uint64_t done, std::uint64_t total) const
{
    event("phase", [&](support::JsonWriter& json) {
        json.members({ { "what", what }, { "done", done }, { "total", total } });
    });
}

void JsonProgress::job(std::size_t index, std::string_view name, std::string_view state,
    std::size_t done, std::size_t total) const
{
    event("job", [&](support::JsonWriter& json) {
        json.members({ { "index", index }, { "job", name }, { "state", state }, { "done", done },
            { "total", total } });
    });
}

void JsonProgress::compared(std::string_view set, const engine::ComparedValue& output) const
{
    event("compared", [&](support::JsonWriter& json) {
        json.member("set", set);
        writeComparisonMembers(json, output);
    });
}

void JsonProgress::compared(
    const engine::StepDescription& step, const engine::ComparedValue& output) const
{
    event("compared", [&](support::JsonWriter& json) {
        writeStepMembers(json, step);
        json.member("implementation", step.implementation);
        writeComparisonMembers(json, output);
    });
}

void JsonProgress::run(std::uint64_t index, std::string_view side, std::int64_t wallNs) const
{
    event("run", [&](support::JsonWriter& json) {
        json.members({ { "index", index }, { "side", side }, { "wall_ns", wallNs } });
    });
}

void JsonProgress::run(std::uint64_t index, const profiler::BenchmarkProgress& step) const
{
    using profiler::Side;
    const bool isWarm = step.side == Side::WarmUp;
    if (step.side != Side::Prefill || step.runs > 0)
        phase(isWarm ? "warm-up" : "measuring", step.run, step.runs);
    run(index,
        isWarm                              ? "warmup"
            : step.side == Side::Prefill    ? "prefill"
            : step.side == Side::Unprofiled ? "unprofiled"
                                            : "profiled",
        step.wallNs);
}

void JsonProgress::engineRun(const profiler::EngineProgress& run) const
{
    event("engine_run", [&](support::JsonWriter& json) {
        json.members({ { "engine", run.engine }, { "threads", run.threads }, { "round", run.round },
            { "rounds", run.rounds }, { "wall_ns", run.wallNs } });
    });
}

void JsonProgress::size(std::int64_t size, std::size_t index, std::size_t count) const
{
    event("size", [&](support::JsonWriter& json) {
        json.members({ { "size", size }, { "index", index }, { "count", count } });
    });
}

void JsonProgress::point(const profiler::SweepPoint& point) const
{
    event("point", [&](support::JsonWriter& json) {
        json.key("point");
        profiler::writeSweepPoint(json, point);
    });
}

void JsonProgress::forward(const support::JsonValue& event, std::string_view where) const
{
    const auto name = event["event"].stringOr("");
    this->event(name, [&](support::JsonWriter& json) {
        for (const auto& [key, member] : event.members()) {
            if (key == "event")
                continue;
            json.key(support::sanitise(key));
            if (name == "error" && key == "message")
                json.value(std::string(where) + support::sanitise(member.stringOr("")));
            else
                writeForeign(json, member);
        }
    });
}

void JsonProgress::error(
    const support::Error& error, const std::vector<engine::UnsupportedOperator>& unsupported) const
{
    event("error", [&](support::JsonWriter& json) {
        json.members({ { "kind", kindName(error.kind()) }, { "message", error.message() } });
        json.key("unsupported");
        writeUnsupported(json, unsupported);
    });
}

std::string unsupportedText(const engine::UnsupportedOperator& row)
{
    std::string text = std::to_string(row.nodes.size()) + " × "
        + support::sanitise(row.domain.empty() ? row.type : row.domain + "." + row.type);
    if (row.version > 0)
        text += "-" + std::to_string(row.version);
    std::string labels;
    for (std::size_t i = 0; i < std::min(labelsShown, row.labels.size()); ++i)
        labels += (labels.empty() ? "" : ", ") + support::sanitise(row.labels[i]);
    if (row.labels.size() > labelsShown)
        labels += " and " + std::to_string(row.labels.size() - labelsShown) + " more";
    text += " (" + labels + ")";
    for (const auto& reason : row.reasons)
        text += "; " + support::sanitise(reason);
    return text;
}

void writeUnsupported(
    support::JsonWriter& json, const std::vector<engine::UnsupportedOperator>& unsupported)
{
    json.beginArray();
    for (const auto& row : unsupported) {
        json.beginObject().members({ { "type", row.type },
            { "domain", row.domain.empty() ? "ai.onnx" : row.domain }, { "version", row.version },
            { "count", row.nodes.size() }, { "message", unsupportedText(row) },
            { "labels", row.labels }, { "reasons", row.reasons } });
        json.key("nodes").array(row.nodes, [](auto node) { return node.value(); }).endObject();
    }
    json.endArray();
}

} // namespace cli
