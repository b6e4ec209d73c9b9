#include "profiler/file/processor_json.h"

#include "model/support/text.h"
#include "profiler/counters/event_names.h"
#include "profiler/file/profile_json.h"
#include "profiler/tables/processor_record.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace profiler::file {

using support::JsonValue;
using support::JsonWriter;

namespace {

constexpr std::int64_t mostThreads = 65'536;
/// Before the place of an event that the user named, in the list of columns.
constexpr std::string_view namedPrefix = "named:";

/// A number of at least zero, else unknown.
double countFrom(const JsonValue& json)
{
    const auto value = json.numberOr(unknownCount);
    return value >= 0 && std::isfinite(value) ? value : unknownCount;
}

std::optional<std::int32_t> threadFrom(const JsonValue& json)
{
    const auto value = json.integerOr(-2);
    return value >= ProcessorRecord::between && value < mostThreads
        ? std::optional(static_cast<std::int32_t>(value))
        : std::nullopt;
}

CounterReading readingFrom(const JsonValue& json)
{
    for (const auto reading : { CounterReading::Call, CounterReading::Instruction })
        if (json.stringOr("") == counterReadingName(reading))
            return reading;
    return CounterReading::None;
}

/// Returns the index of each column's event; processorEventCount for an unknown one. Events that
/// the user named follow the others and have their place added to processorEventCount + 1.
std::vector<std::size_t> eventsOf(const JsonValue& names, std::size_t named)
{
    std::vector<std::size_t> events;
    for (const auto& name : names.items()) {
        std::size_t event = 0;
        if (const auto text = name.stringOr(""); text.starts_with(namedPrefix)) {
            const auto place = support::numberFrom<std::size_t>(text.substr(namedPrefix.size()));
            events.push_back(
                processorEventCount + (place && *place < named ? 1 + *place : std::size_t(0)));
            continue;
        }
        while (event < processorEventCount
            && processorEventName(static_cast<ProcessorEvent>(event)) != name.stringOr(""))
            ++event;
        events.push_back(event);
    }
    return events;
}

void readRows(const JsonValue& json, std::size_t steps, ProcessorRecord& record)
{
    const auto events = eventsOf(json["events"], record.named.size());
    for (const auto& item : json["steps"].items()) {
        const auto cells = item.items();
        if (cells.size() != events.size() + 3)
            continue;
        const auto step = cells[0].integerOr(-1);
        const auto thread = threadFrom(cells[1]);
        if (step < 0 || static_cast<std::uint64_t>(step) >= steps || !thread)
            continue;
        ProcessorRecord::Row row;
        row.step = engine::StepId(static_cast<std::uint32_t>(step));
        row.thread = *thread;
        row.hertz = countFrom(cells[2]);
        for (std::size_t i = 0; i < events.size(); ++i)
            if (events[i] < processorEventCount)
                row.counts[events[i]] = countFrom(cells[i + 3]);
            else if (events[i] > processorEventCount) {
                row.named.resize(record.named.size(), unknownCount);
                row.named[events[i] - processorEventCount - 1] = countFrom(cells[i + 3]);
            }
        record.rows.push_back(row);
    }
}

void readClocks(const JsonValue& json, ProcessorRecord& record)
{
    for (const auto& item : json["clocks"].items()) {
        const auto cells = item.items();
        if (cells.size() != 4)
            continue;
        const ProcessorRecord::Clock clock { smallOf(cells[0]), countFrom(cells[1]),
            countFrom(cells[2]), countFrom(cells[3]) };
        if (!std::isnan(clock.least + clock.mean + clock.most))
            record.clocks.push_back(clock);
    }
    for (const auto& hertz : json["thread_hertz"].items())
        record.threadHertz.push_back(countFrom(hertz));
}

} // namespace

void writeProcessor(JsonWriter& json, const ProcessorRecord& record)
{
    json.beginObject().members(
        { { "passes", record.passes }, { "runs", record.runs }, { "void_runs", record.voidRuns },
            { "reading", counterReadingName(record.reading) }, { "read_ns", record.readNs } });
    json.key("machine").object({ { "joules", record.machine.joules },
        { "joules_above_idle", record.machine.joulesAboveIdle },
        { "read_bytes", record.machine.readBytes },
        { "written_bytes", record.machine.writtenBytes } });
    json.key("events").beginArray();
    for (std::size_t i = 0; i < processorEventCount; ++i)
        json.value(processorEventName(static_cast<ProcessorEvent>(i)));
    for (std::size_t i = 0; i < record.named.size(); ++i)
        json.value(std::string(namedPrefix) + std::to_string(i));
    json.endArray().key("named").beginArray();
    for (const auto& event : record.named)
        json.tuple(event.name, event.by);
    json.endArray().key("steps").beginArray();
    for (const auto& row : record.rows) {
        json.beginArray()
            .value(std::int64_t(row.step.value()))
            .value(std::int64_t(row.thread))
            .value(row.hertz); // NaN (unknown) is written as null
        for (const auto count : row.counts)
            json.value(count);
        for (std::size_t i = 0; i < record.named.size(); ++i)
            json.value(i < row.named.size() ? row.named[i] : unknownCount);
        json.endArray();
    }
    json.endArray().key("places").beginArray();
    for (const auto& place : record.places)
        json.tuple(place.thread, place.processor, place.core, place.node, place.share);
    json.endArray().key("clocks").beginArray();
    for (const auto& clock : record.clocks)
        json.tuple(clock.processor, clock.least, clock.mean, clock.most);
    json.endArray().key("thread_hertz").beginArray();
    for (const auto hertz : record.threadHertz)
        json.value(hertz); // NaN (unknown) is written as null
    json.endArray().endObject();
}

void readProcessor(const JsonValue& json, ProfileBuilder& builder)
{
    if (json.kind() != JsonValue::Kind::Object)
        return;
    ProcessorRecord record;
    record.passes = smallOf(json["passes"]);
    record.runs = smallOf(json["runs"]);
    record.voidRuns = smallOf(json["void_runs"]);
    record.reading = readingFrom(json["reading"]);
    record.readNs = std::max(0.0, json["read_ns"].numberOr(0));
    const auto& machine = json["machine"];
    record.machine = { countFrom(machine["joules"]), countFrom(machine["joules_above_idle"]),
        countFrom(machine["read_bytes"]), countFrom(machine["written_bytes"]) };
    for (const auto& event : json["named"].items())
        if (const auto cells = event.items();
            cells.size() == 2 && record.named.size() < mostNamedEvents)
            record.named.push_back(
                { std::string(cells[0].stringOr("")), std::string(cells[1].stringOr("")) });
    readRows(json, builder.profile().steps.size(), record);
    for (const auto& item : json["places"].items()) {
        const auto cells = item.items();
        const auto thread = cells.size() == 5 ? threadFrom(cells[0]) : std::nullopt;
        if (thread && *thread >= 0)
            record.places.push_back({ *thread, smallOf(cells[1]), smallOf(cells[2]),
                smallOf(cells[3]), std::clamp(cells[4].numberOr(0), 0.0, 1.0) });
    }
    readClocks(json, record);
    builder.profile().processor = std::make_shared<const ProcessorRecord>(std::move(record));
}

} // namespace profiler::file
