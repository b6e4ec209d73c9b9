#include "profiler/device_peaks.h"

#include "model/support/atomic_file.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/clock.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

constexpr int windows = 5;
constexpr double steadyShare = 0.9;
constexpr std::array allPrecisions { GemmPrecision::Fp32, GemmPrecision::Tf32, GemmPrecision::Fp16,
    GemmPrecision::Bf16 };

/// Best and middle rate of five windows; `work(times)` does so much and waits for it.
template <typename Work>
Result<Bandwidth> bestOf(
    const Work& work, double perTime, std::chrono::nanoseconds window, double& agreement)
{
    TRY(work(1)); // loads and chooses kernels, touches memory
    std::uint32_t times = 1;
    for (;;) { // how often fills a window
        const auto start = monotonicNs();
        TRY(work(times));
        const auto ns = monotonicNs() - start;
        if (ns * 2 >= static_cast<std::uint64_t>(window.count()) || times >= 1u << 20)
            break;
        times *= 2;
    }
    std::array<double, windows> rates {};
    for (auto& rate : rates) {
        const auto start = monotonicNs();
        TRY(work(times));
        const auto ns = std::max<std::uint64_t>(1, monotonicNs() - start);
        rate = perTime * times * 1e9 / static_cast<double>(ns);
    }
    std::ranges::sort(rates);
    const auto middle = rates[windows / 2] / rates.back();
    agreement = agreement > 0 ? std::min(agreement, middle) : middle;
    return Bandwidth { times, rates.back() };
}

/// Memory of a device, given back.
class Buffer {
public:
    static Result<Buffer> create(engine::Backend& backend, std::uint64_t bytes)
    {
        auto* const memory = TRY(backend.allocate(bytes));
        return Buffer(backend, memory);
    }
    Buffer(Buffer&& other) noexcept
        : m_backend(other.m_backend)
        , m_memory(std::exchange(other.m_memory, nullptr))
    {
    }
    Buffer& operator=(Buffer&&) = delete;
    ~Buffer()
    {
        if (m_memory != nullptr)
            m_backend.release(m_memory);
    }
    std::byte* memory() const { return m_memory; }

private:
    Buffer(engine::Backend& backend, std::byte* memory)
        : m_backend(backend)
        , m_memory(memory)
    {
    }
    engine::Backend& m_backend;
    std::byte* m_memory;
};

Result<void> measureCopy(
    DevicePeaks& peaks, engine::Backend& backend, const DevicePeakOptions& options)
{
    const auto from = TRY(Buffer::create(backend, options.copyBytes));
    const auto to = TRY(Buffer::create(backend, options.copyBytes));
    const auto copy = [&](std::uint32_t times) -> Result<void> {
        for (std::uint32_t i = 0; i < times; ++i)
            TRY(backend.copy(to.memory(), from.memory(), options.copyBytes));
        return backend.synchronise();
    };
    const auto best = TRY(bestOf(
        copy, 2.0 * static_cast<double>(options.copyBytes), options.window, peaks.agreement));
    peaks.copyBytesPerSecond = best.bytesPerSecond;
    return {};
}

void measureGemm(DevicePeaks& peaks, const DevicePeakOptions& options, GemmPrecision precision)
{
    const auto n = options.gemmSize;
    const auto multiply
        = [&](std::uint32_t times) { return options.gemm->run(precision, n, times); };
    auto agreement = peaks.agreement;
    const auto best
        = bestOf(multiply, 2.0 * static_cast<double>(n) * n * n, options.window, agreement);
    if (!best)
        return; // the device or the library has no such product
    peaks.agreement = agreement;
    peaks.gemms.push_back({ precision, best->bytesPerSecond, options.gemm->name });
}

std::string key(std::string_view name) { return "gpu.peak." + std::string(name); }
std::string gemmKey(GemmPrecision precision)
{
    return key(std::string(gemmPrecisionName(precision)) + "_flops_per_s");
}

void writePeaks(JsonWriter& json, const DevicePeaks& peaks)
{
    json.beginObject()
        .member("device", peaks.device)
        .member("uuid", peaks.uuid)
        .member("copy_bytes_per_s", peaks.copyBytesPerSecond)
        .member("clock_hertz", peaks.clockHertz)
        .member("measured_at", peaks.measuredAt)
        .member("agreement", peaks.agreement)
        .key("gemm")
        .beginArray();
    for (const auto& gemm : peaks.gemms)
        json.beginArray()
            .value(gemmPrecisionName(gemm.precision))
            .value(gemm.flopsPerSecond)
            .value(gemm.by)
            .endArray();
    json.endArray().endObject();
}

DevicePeaks readPeaks(const JsonValue& json)
{
    DevicePeaks peaks;
    peaks.device = json["device"].stringOr("");
    peaks.uuid = json["uuid"].stringOr("");
    peaks.copyBytesPerSecond = std::max(0.0, json["copy_bytes_per_s"].numberOr(0));
    peaks.clockHertz = std::max(0.0, json["clock_hertz"].numberOr(0));
    peaks.measuredAt = json["measured_at"].integerOr(0);
    peaks.agreement = json["agreement"].numberOr(0);
    for (const auto& row : json["gemm"].items()) {
        const auto cells = row.items();
        const auto name = cells.size() == 3 ? cells[0].stringOr("") : std::string();
        const auto found = std::ranges::find(allPrecisions, name, gemmPrecisionName);
        if (found != allPrecisions.end() && cells[1].numberOr(0) > 0)
            peaks.gemms.push_back({ *found, cells[1].numberOr(0), cells[2].stringOr("") });
    }
    return peaks;
}

std::vector<DevicePeaks> readStored(const std::filesystem::path& file)
{
    std::vector<DevicePeaks> found;
    const auto mapped = support::MappedFile::open(file);
    if (!mapped)
        return found;
    const auto bytes = (*mapped)->bytes();
    const auto json
        = support::parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    if (json)
        for (const auto& row : (*json)["devices"].items())
            found.push_back(readPeaks(row));
    return found;
}

bool isSameDevice(const DevicePeaks& peaks, std::string_view name, std::string_view uuid)
{
    return uuid.empty() || peaks.uuid.empty() ? peaks.device == name : peaks.uuid == uuid;
}

} // namespace

std::string_view gemmPrecisionName(GemmPrecision precision)
{
    static constexpr std::array<std::string_view, gemmPrecisions> names { "fp32", "tf32", "fp16",
        "bf16" };
    return names[static_cast<std::size_t>(precision)];
}

const GemmPeak* DevicePeaks::gemm(GemmPrecision precision) const
{
    const auto found = std::ranges::find(gemms, precision, &GemmPeak::precision);
    return found == gemms.end() ? nullptr : &*found;
}

Result<DevicePeaks> measureDevicePeaks(
    engine::Backend& backend, const DevicePeakOptions& options, std::stop_token stop)
{
    DevicePeaks peaks;
    peaks.device = backend.device().name;
    peaks.uuid = backend.device().uuid;
    peaks.measuredAt = static_cast<std::int64_t>(std::time(nullptr));
    TRY(measureCopy(peaks, backend, options));
    for (const auto precision : allPrecisions) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        if (options.gemm)
            measureGemm(peaks, options, precision);
    }
    if (options.clockHertz)
        peaks.clockHertz = options.clockHertz();
    if (peaks.agreement < steadyShare)
        peaks.distrust = "five windows of the same work differ by "
            + support::shareText(1 - peaks.agreement)
            + ": something else uses the device, or its clock falls";
    return peaks;
}

void describeDevicePeaks(Metadata& metadata, const DevicePeaks& peaks)
{
    metadata.set(key("device"), std::string_view(peaks.device));
    metadata.set(key("copy_bytes_per_s"), peaks.copyBytesPerSecond);
    metadata.set(key("measured_at"), peaks.measuredAt);
    metadata.set(key("agreement"), peaks.agreement);
    if (peaks.clockHertz > 0)
        metadata.set(key("clock_hertz"), peaks.clockHertz);
    for (const auto& gemm : peaks.gemms) {
        metadata.set(gemmKey(gemm.precision), gemm.flopsPerSecond);
        metadata.set(
            key(std::string(gemmPrecisionName(gemm.precision)) + "_by"), std::string_view(gemm.by));
    }
}

std::optional<DevicePeaks> devicePeaksOf(const Metadata& metadata)
{
    DevicePeaks peaks;
    const auto copy = metadata.number(key("copy_bytes_per_s"));
    if (!copy || *copy <= 0)
        return {};
    peaks.device = metadata.text(key("device"));
    peaks.copyBytesPerSecond = *copy;
    peaks.measuredAt = metadata.integer(key("measured_at")).value_or(0);
    peaks.agreement = metadata.number(key("agreement")).value_or(0);
    peaks.clockHertz = metadata.number(key("clock_hertz")).value_or(0);
    for (const auto precision : allPrecisions)
        if (const auto rate = metadata.number(gemmKey(precision)); rate && *rate > 0)
            peaks.gemms.push_back({ precision, *rate,
                metadata.text(key(std::string(gemmPrecisionName(precision)) + "_by")) });
    return peaks;
}

std::filesystem::path devicePeaksFile()
{
    const auto file = peaksFile();
    return file.empty() ? file : file.parent_path() / "device_peaks.json";
}

Result<void> storeDevicePeaks(const std::filesystem::path& file, const DevicePeaks& peaks)
{
    if (!peaks.distrust.empty())
        return failAs(ErrorKind::Resource, "not kept: ", peaks.distrust);
    auto all = readStored(file);
    std::erase_if(
        all, [&](const DevicePeaks& row) { return isSameDevice(row, peaks.device, peaks.uuid); });
    all.push_back(peaks);
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("devices").beginArray();
    for (const auto& row : all)
        writePeaks(json, row);
    json.endArray().endObject().flush();
    std::error_code ignored; // the file's own error says more
    std::filesystem::create_directories(file.parent_path(), ignored);
    auto out = TRY(support::AtomicFile::create(file));
    TRY(out.write(text + "\n"));
    return out.commit();
}

std::optional<DevicePeaks> storedDevicePeaks(
    const std::filesystem::path& file, const engine::DeviceDescription& device)
{
    for (auto& row : readStored(file))
        if (isSameDevice(row, device.name, device.uuid) && row.copyBytesPerSecond > 0)
            return std::move(row);
    return {};
}

bool isOfDevice(const Metadata& metadata)
{
    const auto device = metadata.text(keys::device);
    return device.starts_with("cuda") || device.starts_with("GPU");
}

GemmPrecision precisionOf(const Metadata& metadata)
{
    const auto text = metadata.text(keys::precision);
    if (text.starts_with("f16"))
        return GemmPrecision::Fp16;
    const auto found = std::ranges::find_if(allPrecisions,
        [&](GemmPrecision precision) { return text.starts_with(gemmPrecisionName(precision)); });
    return found == allPrecisions.end() ? GemmPrecision::Fp32 : *found;
}

std::optional<MachinePeaks> roofsOf(const DevicePeaks& peaks, GemmPrecision precision)
{
    const auto* gemm = peaks.gemm(precision);
    if (gemm == nullptr || peaks.copyBytesPerSecond <= 0)
        return {};
    MachinePeaks roofs;
    roofs.threads = 1;
    roofs.device = peaks.device;
    if (const auto* shorter = peaks.gemm(GemmPrecision::Tf32);
        shorter != nullptr && precision == GemmPrecision::Fp32)
        roofs.bf16FlopsPerSecond = shorter->flopsPerSecond;
    roofs.flopsPerSecond = gemm->flopsPerSecond;
    roofs.measuredAt = peaks.measuredAt;
    roofs.agreement = peaks.agreement;
    roofs.distrust = peaks.distrust;
    roofs.bandwidths = { { std::uint64_t(1) << 30, peaks.copyBytesPerSecond } };
    return roofs;
}

} // namespace profiler
