#include "profiler/file/profile_document.h"

#include "profiler/file/device_json.h"
#include "profiler/file/profile_json.h"

namespace profiler {

using namespace file;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

constexpr int documentVersion = 1;
constexpr std::string_view documentFormat = "opscope-profile";

template <typename Column>
void writeColumn(JsonWriter& json, std::string_view name, const Column& column)
{
    json.key(name).beginArray();
    for (const auto value : column)
        json.value(static_cast<std::int64_t>(value));
    json.endArray();
}

std::int64_t idNumber(std::uint32_t id)
{
    return id == Slices::none ? -1 : static_cast<std::int64_t>(id);
}

/// Writes a column of ids; `none` is written as -1.
template <typename Column>
void writeIds(JsonWriter& json, std::string_view name, const Column& column)
{
    json.key(name).beginArray();
    for (const auto value : column)
        json.value(idNumber(value));
    json.endArray();
}

void writeDifferences(
    JsonWriter& json, std::string_view name, const std::vector<std::int64_t>& column)
{
    json.key(name).beginArray();
    std::int64_t last = 0;
    for (const auto value : column) {
        json.value(value - last);
        last = value;
    }
    json.endArray();
}

void writeRuns(JsonWriter& json, const Profile& profile)
{
    json.key("runs").beginArray();
    for (const auto& run : profile.runs)
        json.beginArray()
            .value(static_cast<int>(run.side))
            .value(run.round)
            .value(run.startNs)
            .value(run.wallNs)
            .endArray();
    json.endArray();
}

void writeSlices(JsonWriter& json, const Profile& profile)
{
    const auto& slices = profile.slices;
    json.key("slices").beginObject();
    writeDifferences(json, "start", slices.startNs);
    writeColumn(json, "duration", slices.durationNs);
    writeIds(json, "step", slices.step);
    writeIds(json, "run", slices.run);
    writeColumn(json, "track", slices.track);
    writeColumn(json, "kind", slices.kind);
    writeColumn(json, "phase", slices.phase);
    writeColumn(json, "correlation", slices.correlation);
    if (!slices.detail.empty()) {
        json.key("detail").beginArray();
        for (const auto detail : slices.detail)
            json.value(idNumber(documentRow(profile.device, detail)));
        json.endArray();
    }
    json.endObject();
}

void writeCounters(JsonWriter& json, const Profile& profile)
{
    json.key("counters").beginArray();
    for (const auto& series : profile.counters) {
        json.beginObject();
        writeDifferences(json, "time", series.timeNs);
        json.key("value").array(series.value).endObject();
    }
    json.endArray();
}

std::int64_t cell(std::span<const JsonValue> column, std::size_t i, std::int64_t fallback)
{
    return i < column.size() ? column[i].integerOr(fallback) : fallback;
}

std::uint32_t idOf(std::int64_t value)
{
    return value >= 0 && value < Slices::none ? static_cast<std::uint32_t>(value) : Slices::none;
}

void readRuns(const JsonValue& json, std::vector<Run>& runs)
{
    for (const auto& row : json.items()) {
        const auto cells = row.items();
        Run run;
        run.number = static_cast<std::uint32_t>(runs.size() + 1);
        const auto side = cell(cells, 0, 0);
        run.side = side >= 0 && side <= static_cast<std::int64_t>(Side::WarmUp)
            ? static_cast<Side>(side)
            : Side::Single;
        run.round = idOf(cell(cells, 1, 0));
        run.startNs = cell(cells, 2, 0);
        run.wallNs = std::max<std::int64_t>(0, cell(cells, 3, 0));
        runs.push_back(run);
    }
}

/// `rows`: the Slices::detail of each device row of the document.
void readSlices(
    const JsonValue& json, ProfileBuilder& builder, const std::vector<std::uint32_t>& rows)
{
    const auto starts = json["start"].items();
    const auto durations = json["duration"].items();
    const auto steps = json["step"].items();
    const auto runs = json["run"].items();
    const auto tracks = json["track"].items();
    const auto kinds = json["kind"].items();
    const auto phases = json["phase"].items();
    const auto correlations = json["correlation"].items();
    const auto details = json["detail"].items();
    builder.reserveSlices(starts.size());
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        start += static_cast<std::uint64_t>(cell(starts, i, 0));
        SliceRow row;
        row.startNs = static_cast<std::int64_t>(start);
        row.durationNs = cell(durations, i, 0);
        row.step = idOf(cell(steps, i, -1));
        row.run = idOf(cell(runs, i, -1));
        const auto track = cell(tracks, i, 0);
        row.track = TrackId(track >= 0 && track < 0xffff ? static_cast<std::uint32_t>(track) : 0u);
        const auto kind = cell(kinds, i, 0);
        row.kind = kind >= 0 && kind <= static_cast<std::int64_t>(SliceKind::Note)
            ? static_cast<SliceKind>(kind)
            : SliceKind::Note;
        const auto phase = cell(phases, i, 0);
        row.phase = phase >= 0 && phase <= static_cast<std::int64_t>(engine::Phase::Allocate)
            ? static_cast<engine::Phase>(phase)
            : engine::Phase::Kernel;
        row.correlation
            = static_cast<std::uint32_t>(std::max<std::int64_t>(0, cell(correlations, i, 0)));
        if (const auto device = idOf(cell(details, i, -1)); device != Slices::none) {
            row.detail = device < rows.size() ? rows[device] : DeviceTables::lostDetail;
            if (row.detail == Slices::none) { // the slice is still work of a device
                ++builder.profile().losses.unbalanced;
                row.detail = builder.profile().device.add(DeviceWork::Overhead, StringId(), 0);
            }
        }
        builder.addSlice(row);
    }
}

void readCounters(const JsonValue& json, std::vector<CounterSeries>& counters)
{
    const auto rows = json.items();
    for (std::size_t s = 0; s < std::min(rows.size(), counters.size()); ++s) {
        std::uint64_t time = 0;
        const auto values = rows[s]["value"].items();
        for (const auto& difference : rows[s]["time"].items()) {
            const auto i = counters[s].timeNs.size();
            time += static_cast<std::uint64_t>(difference.integerOr(0));
            counters[s].timeNs.push_back(static_cast<std::int64_t>(time));
            counters[s].value.push_back(i < values.size() ? values[i].numberOr(0) : 0);
        }
    }
}

} // namespace

std::string profileDocument(const Profile& profile, const Metadata& metadata)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject()
        .member("format", documentFormat)
        .member("version", documentVersion)
        .key("metadata");
    writeMetadata(json, metadata);
    json.key("steps");
    writeSteps(json, profile);
    json.key("tables");
    writeTables(json, profile, RunDetails::Inside);
    if (!profile.device.isEmpty()) {
        json.key("device");
        writeDevice(json, profile);
        json.key("device_rows");
        writeDeviceRows(json, profile);
    }
    writeRuns(json, profile);
    writeSlices(json, profile);
    writeCounters(json, profile);
    json.endObject().flush();
    return text;
}

Result<std::shared_ptr<const Profile>> readProfileDocument(std::string_view text)
{
    auto parsed = support::parseJson(text);
    if (!parsed)
        return std::move(parsed).error().as(ErrorKind::File);
    const auto& json = *parsed;
    if (json["format"].stringOr("") != documentFormat)
        return failAs(ErrorKind::File, "the data is no Opscope profile");
    if (const auto version = json["version"].integerOr(0); version > documentVersion)
        return failAs(ErrorKind::File, "the profile has version ", version, ", this program reads ",
            documentVersion, ": update Opscope");
    ProfileBuilder builder;
    builder.profile().metadata = readMetadata(json["metadata"]);
    readSteps(json["steps"], builder);
    readRuns(json["runs"], builder.profile().runs);
    readTables(json["tables"], builder);
    readRunDetails(json["tables"]["runs"], builder.profile().runs);
    readDevice(json["device"], builder);
    const auto rows = readDeviceRows(json["device_rows"], builder);
    readSlices(json["slices"], builder, rows);
    readCounters(json["counters"], builder.profile().counters);
    if (builder.profile().tracks.empty() && builder.sliceCount() > 0)
        builder.addTrack("unnamed", "", TrackKind::Other);
    return std::move(builder).build();
}

} // namespace profiler
