#include "profiler/file/device_json.h"

#include "profiler/device/device_record_json.h"
#include "profiler/file/profile_json.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace profiler::file {

using support::JsonValue;
using support::JsonWriter;

namespace {

void take(const JsonValue& json, std::string& text) { text = json.stringOr(""); }
void take(const JsonValue& json, bool& truth) { truth = json.booleanOr(false); }
void take(const JsonValue& json, std::uint32_t& number) { number = smallOf(json); }
void take(const JsonValue& json, std::uint64_t& number) { number = unsignedOf(json); }

/// A 64-bit id as a signed integer with the same bits, because JsonWriter's integers are signed.
std::int64_t bitsOf(std::uint64_t id) { return std::bit_cast<std::int64_t>(id); }
std::uint64_t idOf(const JsonValue& json)
{
    return std::bit_cast<std::uint64_t>(json.integerOr(0));
}

constexpr std::size_t launchCells = 15;

/// Calls `use(member)` for the members of a launch in the order of its cells, but for the last one,
/// the node of the graph.
template <typename Launch, typename Use>
void forCells(Launch& launch, const Use& use)
{
    for (auto* three : { &launch.grid, &launch.block, &launch.cluster })
        for (auto& value : *three)
            use(value);
    use(launch.registersPerThread);
    use(launch.staticSharedBytes);
    use(launch.dynamicSharedBytes);
    use(launch.localBytesPerThread);
    use(launch.graph);
}

void writeLaunch(JsonWriter& json, const KernelLaunch& launch)
{
    json.beginArray();
    forCells(launch, [&](auto value) { json.value(value); });
    json.value(bitsOf(launch.graphNode)).endArray();
}

KernelLaunch readLaunch(std::span<const JsonValue> cells)
{
    KernelLaunch launch;
    if (cells.size() < launchCells)
        return launch;
    std::size_t cell = 0;
    forCells(launch, [&](auto& value) { take(cells[cell++], value); });
    launch.graphNode = idOf(cells[cell]);
    return launch;
}

constexpr std::size_t copyCells = 5;

void writeCopy(JsonWriter& json, const CopyShape& copy)
{
    json.tuple(copy.bytes, copy.isAsync, copy.isPinned, copy.graph, bitsOf(copy.graphNode));
}

CopyShape readCopy(std::span<const JsonValue> cells)
{
    if (cells.size() < copyCells)
        return {};
    return { unsignedOf(cells[0]), idOf(cells[4]), smallOf(cells[3]), cells[1].booleanOr(false),
        cells[2].booleanOr(false) };
}

/// Calls `use(name, member)` for every member of a device.
template <typename Device, typename Use>
void forMembers(Device& device, const Use& use)
{
    use("name", device.name);
    use("uuid", device.uuid);
    use("number", device.number);
    use("compute_major", device.computeMajor);
    use("compute_minor", device.computeMinor);
    use("multiprocessors", device.multiprocessors);
    use("warps_per_multiprocessor", device.warpsPerMultiprocessor);
    use("blocks_per_multiprocessor", device.blocksPerMultiprocessor);
    use("registers_per_multiprocessor", device.registersPerMultiprocessor);
    use("shared_bytes_per_multiprocessor", device.sharedBytesPerMultiprocessor);
    use("l2_bytes", device.l2Bytes);
    use("memory_bytes", device.memoryBytes);
    use("memory_bytes_per_s", device.memoryBytesPerSecond);
    use("clock_hertz", device.clockHertz);
    use("is_partition", device.isPartition);
}

void writeIdentity(JsonWriter& json, const DeviceProperties& device)
{
    json.beginObject();
    forMembers(device, [&](auto name, const auto& value) { json.member(name, value); });
    json.endObject();
}

DeviceProperties readIdentity(const JsonValue& json)
{
    DeviceProperties device;
    forMembers(device, [&](auto name, auto& value) { take(json[name], value); });
    return device;
}

void writeMetrics(JsonWriter& json, const DeviceMetrics& metrics)
{
    json.key("metrics").beginObject().members(
        { { "passes", metrics.passes }, { "names", metrics.names } });
    json.key("steps").beginArray();
    for (const auto& row : metrics.rows) {
        json.beginArray().value(
            row.step.isValid() ? static_cast<std::int64_t>(row.step.value()) : std::int64_t(-1));
        for (const auto value : row.values)
            json.value(value); // NaN (unknown) is written as null
        json.endArray();
    }
    json.endArray().endObject();
}

DeviceMetrics readMetrics(const JsonValue& json, std::size_t steps)
{
    DeviceMetrics metrics;
    metrics.passes = smallOf(json["passes"]);
    for (const auto& name : json["names"].items())
        metrics.names.push_back(name.stringOr(""));
    for (const auto& row : json["steps"].items()) {
        const auto cells = row.items();
        const auto step = cells.empty() ? -1 : cells[0].integerOr(-1);
        if (cells.size() != metrics.names.size() + 1 || step < 0
            || static_cast<std::uint64_t>(step) >= steps)
            continue;
        DeviceMetrics::Row read { engine::StepId(static_cast<std::uint32_t>(step)), {} };
        for (const auto& cell : cells.subspan(1))
            read.values.push_back(cell.numberOr(std::numeric_limits<double>::quiet_NaN()));
        metrics.rows.push_back(std::move(read));
    }
    return metrics;
}

void writeRecord(JsonWriter& json, const DeviceRecord& record)
{
    json.beginObject().member("tracer", record.tracer).key("devices").beginArray();
    for (const auto& device : record.devices)
        writeIdentity(json, device);
    json.endArray().key("losses");
    writeLosses(json, record.losses);
    json.key("clock").object({ { "is_realtime", record.clock.clock == DeviceClock::Realtime },
        { "is_events", record.clock.clock == DeviceClock::Events },
        { "violations", record.clock.violations }, { "error_ns", record.clock.errorNs },
        { "offset_error_ns", record.clock.offsetErrorNs }, { "steps", record.clock.steps } });
    json.key("limits");
    writeLimits(json, record.limits);
    writeMetrics(json, record.metrics);
    json.endObject();
}

DeviceRecord readRecord(const JsonValue& json, std::size_t steps)
{
    DeviceRecord record;
    record.tracer = json["tracer"].stringOr("");
    for (const auto& device : json["devices"].items())
        record.devices.push_back(readIdentity(device));
    for (const auto& [name, member] : lossMembers)
        record.losses.*member = unsignedOf(json["losses"][name]);
    const auto& clock = json["clock"];
    const auto kind = clock["is_events"].booleanOr(false) ? DeviceClock::Events
        : clock["is_realtime"].booleanOr(false)           ? DeviceClock::Realtime
                                                          : DeviceClock::Monotonic;
    record.clock = { kind, unsignedOf(clock["violations"]), clock["error_ns"].integerOr(0),
        clock["offset_error_ns"].integerOr(0), smallOf(clock["steps"]) };
    for (const auto& limit : json["limits"].items())
        record.limits.push_back({ limit["code"].stringOr(""), limit["message"].stringOr(""),
            limit["advice"].stringOr("") });
    record.metrics = readMetrics(json["metrics"], steps);
    return record;
}

} // namespace

void writeDevice(JsonWriter& json, const Profile& profile)
{
    const auto& device = profile.device;
    json.beginObject();
    if (device.record) {
        json.key("record");
        writeRecord(json, *device.record);
    }
    json.key("launches").beginArray();
    for (const auto& launch : device.launches)
        writeLaunch(json, launch);
    json.endArray().key("copies").beginArray();
    for (const auto& copy : device.copies)
        writeCopy(json, copy);
    json.endArray().endObject();
}

void readDevice(const JsonValue& json, ProfileBuilder& builder)
{
    auto& device = builder.profile().device;
    if (json.has("record"))
        device.record = std::make_shared<const DeviceRecord>(
            readRecord(json["record"], builder.profile().steps.size()));
    for (const auto& row : json["launches"].items())
        device.launches.push_back(readLaunch(row.items()));
    for (const auto& row : json["copies"].items())
        device.copies.push_back(readCopy(row.items()));
}

std::uint32_t addDeviceRow(ProfileBuilder& builder, const DeviceRowRead& row)
{
    auto& device = builder.profile().device;
    if (row.work == DeviceWork::Operator)
        return device.addOperator(std::max<std::int64_t>(0, row.busyNs));
    if (row.work == DeviceWork::Call)
        return device.add(
            row.work, row.name, std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(row.place)));
    const bool isMoved = isCopy(row.work) || row.work == DeviceWork::Set;
    const auto places = row.work == DeviceWork::Kernel ? device.launches.size()
        : isMoved                                      ? device.copies.size()
                                                       : 1;
    if (row.place < 0 || static_cast<std::uint64_t>(row.place) >= places)
        return Slices::none;
    return device.add(row.work, row.name, static_cast<std::uint32_t>(row.place));
}

} // namespace profiler::file
