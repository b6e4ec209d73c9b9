#include "profiler/peaks/device_peaks.h"

#include "model/support/json.h"
#include "model/support/log.h"
#include "model/support/text.h"
#include "profiler/peaks/stored_json.h"

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

constexpr double steadyDeviceShare = 0.9;
constexpr std::array allPrecisions { GemmPrecision::Fp32, GemmPrecision::Tf32, GemmPrecision::Fp16,
    GemmPrecision::Bf16 };

GemmPrecision precisionOf(engine::Precision precision)
{
    switch (precision) {
    case engine::Precision::Tf32:
        return GemmPrecision::Tf32;
    case engine::Precision::Float16:
        return GemmPrecision::Fp16;
    case engine::Precision::Bfloat16:
        return GemmPrecision::Bf16;
    default:
        return GemmPrecision::Fp32;
    }
}

void judge(DevicePeaks& peaks)
{
    if (peaks.agreement < steadyDeviceShare)
        peaks.distrust = "five windows of the same work differ by "
            + support::shareText(1 - peaks.agreement)
            + ": something else uses the device, or its clock falls";
}

DevicePeaks peaksFrom(const engine::DevicePeaks& measured)
{
    DevicePeaks peaks;
    peaks.copyBytesPerSecond = measured.copyBytesPerSecond;
    peaks.agreement = measured.copyAgreement;
    for (const auto& product : measured.products) {
        peaks.gemms.push_back({ precisionOf(product.precision), product.flopsPerSecond,
            product.implementation, product.isLowerBound, product.reason });
        if (product.flopsPerSecond > 0)
            peaks.agreement = std::min(peaks.agreement, product.agreement);
    }
    judge(peaks);
    return peaks;
}

std::string key(std::string_view name) { return "gpu.peak." + std::string(name); }
std::string gemmKey(GemmPrecision precision)
{
    return key(std::string(gemmPrecisionName(precision)) + "_flops_per_s");
}

void writePeaks(JsonWriter& json, const DevicePeaks& peaks)
{
    json.beginObject().members({ { "device", peaks.device }, { "uuid", peaks.uuid },
        { "driver", peaks.driver }, { "copy_bytes_per_s", peaks.copyBytesPerSecond },
        { "measured_at", peaks.measuredAt }, { "agreement", peaks.agreement } });
    json.key("gemm").beginArray();
    for (const auto& gemm : peaks.gemms)
        json.tuple(gemmPrecisionName(gemm.precision), gemm.flopsPerSecond, gemm.by,
            gemm.isLowerBound, gemm.reason);
    json.endArray().endObject();
}

DevicePeaks readDevicePeaks(const JsonValue& json)
{
    DevicePeaks peaks;
    peaks.device = json["device"].stringOr("");
    peaks.uuid = json["uuid"].stringOr("");
    peaks.copyBytesPerSecond = std::max(0.0, json["copy_bytes_per_s"].numberOr(0));
    peaks.driver = json["driver"].stringOr("");
    peaks.measuredAt = json["measured_at"].integerOr(0);
    peaks.agreement = json["agreement"].numberOr(0);
    for (const auto& row : json["gemm"].items()) {
        const auto cells = row.items();
        const auto name = cells.size() == 5 ? cells[0].stringOr("") : std::string();
        const auto found = std::ranges::find(allPrecisions, name, gemmPrecisionName);
        if (found != allPrecisions.end())
            peaks.gemms.push_back({ *found, std::max(0.0, cells[1].numberOr(0)),
                cells[2].stringOr(""), cells[3].booleanOr(false), cells[4].stringOr("") });
    }
    return peaks;
}

std::vector<DevicePeaks> readStoredDevicePeaks(const std::filesystem::path& file)
{
    std::vector<DevicePeaks> found;
    const auto json = readStoredJson(file);
    if (json)
        for (const auto& row : (*json)["devices"].items())
            found.push_back(readDevicePeaks(row));
    return found;
}

bool isSameDevice(const DevicePeaks& peaks, std::string_view name, std::string_view uuid)
{
    return uuid.empty() || peaks.uuid.empty() ? peaks.device == name : peaks.uuid == uuid;
}

} // namespace

std::string_view gemmPrecisionName(GemmPrecision precision)
{
    static constexpr std::array<std::string_view, gemmPrecisionCount> names { "fp32", "tf32",
        "fp16", "bf16" };
    return names[static_cast<std::size_t>(precision)];
}

const GemmPeak* DevicePeaks::gemm(GemmPrecision precision) const
{
    const auto found = std::ranges::find(gemms, precision, &GemmPeak::precision);
    return found == gemms.end() || found->flopsPerSecond <= 0 ? nullptr : &*found;
}

Result<DevicePeaks> measureDevicePeaks(
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver)
{
    if (plugin.measurePeaks == nullptr)
        return failAs(ErrorKind::Unsupported, "this GPU plug-in measures no peaks");
    // Errors of earlier work must not appear as errors of the measurement.
    TRY(backend.synchronise());
    auto peaks = peaksFrom(TRY(plugin.measurePeaks(backend)));
    peaks.device = backend.device().name;
    peaks.uuid = backend.device().uuid;
    peaks.driver = driver;
    peaks.measuredAt = static_cast<std::int64_t>(std::time(nullptr));
    return peaks;
}

Result<DevicePeaks> keptOrMeasuredPeaks(const std::filesystem::path& file,
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver)
{
    if (auto kept = storedDevicePeaks(file, backend.device(), driver))
        return *std::move(kept);
    support::logInfo("measuring what ", backend.device().name, " can do, once");
    auto peaks = TRY(measureDevicePeaks(plugin, backend, driver));
    // If they cannot be stored, they are measured again next time.
    if (peaks.distrust.empty() && !file.empty() && !backend.device().isEmulated)
        static_cast<void>(storeDevicePeaks(file, peaks));
    return peaks;
}

void describeDevicePeaks(Metadata& metadata, const DevicePeaks& peaks)
{
    const auto set = [&](std::string_view name, std::string_view text) {
        if (!text.empty())
            metadata.set(key(name), text);
    };
    set("device", peaks.device);
    set("driver", peaks.driver);
    metadata.set(key("copy_bytes_per_s"), peaks.copyBytesPerSecond);
    metadata.set(key("measured_at"), peaks.measuredAt);
    metadata.set(key("agreement"), peaks.agreement);
    set("distrust", peaks.distrust);
    for (const auto& gemm : peaks.gemms) {
        const std::string name(gemmPrecisionName(gemm.precision));
        if (gemm.flopsPerSecond > 0)
            metadata.set(gemmKey(gemm.precision), gemm.flopsPerSecond);
        if (gemm.isLowerBound)
            metadata.set(key(name + "_is_lower_bound"), true);
        set(name + "_by", gemm.by);
        set(name + "_reason", gemm.reason);
    }
}

std::optional<DevicePeaks> devicePeaksOf(const Metadata& metadata)
{
    DevicePeaks peaks;
    const auto copy = metadata.number(key("copy_bytes_per_s"));
    if (!copy || *copy <= 0)
        return {};
    peaks.device = metadata.text(key("device"));
    peaks.driver = metadata.text(key("driver"));
    peaks.copyBytesPerSecond = *copy;
    peaks.measuredAt = metadata.integer(key("measured_at")).value_or(0);
    peaks.agreement = metadata.number(key("agreement")).value_or(0);
    peaks.distrust = metadata.text(key("distrust"));
    for (const auto precision : allPrecisions) {
        const std::string name(gemmPrecisionName(precision));
        GemmPeak peak { precision, std::max(0.0, metadata.number(gemmKey(precision)).value_or(0)),
            std::string(metadata.text(key(name + "_by"))),
            metadata.text(key(name + "_is_lower_bound")) == "yes",
            std::string(metadata.text(key(name + "_reason"))) };
        if (peak.flopsPerSecond > 0 || !peak.reason.empty())
            peaks.gemms.push_back(std::move(peak));
    }
    return peaks;
}

void describeMissingPeaks(Metadata& metadata, std::string_view reason)
{
    metadata.set(key("reason"), reason);
}

std::string gemmText(const GemmPeak& peak)
{
    auto text = std::string(gemmPrecisionName(peak.precision)) + " ";
    text += peak.flopsPerSecond > 0 ? support::workRateText(peak.flopsPerSecond) + " by " + peak.by
                                    : std::string("not measured");
    if (peak.isLowerBound)
        text += ", a lower bound";
    return peak.reason.empty() ? text : text + " (" + peak.reason + ")";
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
    auto all = readStoredDevicePeaks(file);
    std::erase_if(
        all, [&](const DevicePeaks& row) { return isSameDevice(row, peaks.device, peaks.uuid); });
    all.push_back(peaks);
    return storeJson(file, support::jsonDocument([&](JsonWriter& json) {
        json.key("devices").beginArray();
        for (const auto& row : all)
            writePeaks(json, row);
        json.endArray();
    }));
}

std::optional<DevicePeaks> storedDevicePeaks(const std::filesystem::path& file,
    const engine::DeviceDescription& device, std::string_view driver)
{
    for (auto& row : readStoredDevicePeaks(file))
        if (isSameDevice(row, device.name, device.uuid) && row.driver == driver
            && row.copyBytesPerSecond > 0)
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
        roofs.bf16.flopsPerSecond = shorter->flopsPerSecond;
    roofs.flopsPerSecond = gemm->flopsPerSecond;
    roofs.arithmeticBy = gemm->by;
    roofs.isLowerBound = gemm->isLowerBound;
    roofs.measuredAt = peaks.measuredAt;
    roofs.agreement = peaks.agreement;
    roofs.distrust = peaks.distrust;
    roofs.bandwidths = { { std::uint64_t(1) << 30, peaks.copyBytesPerSecond } };
    return roofs;
}

std::string whyNoRoofs(const Metadata& metadata)
{
    const auto peaks = devicePeaksOf(metadata);
    if (!peaks) {
        const auto reason = metadata.text(key("reason"));
        return reason.empty() ? "the GPU was not measured" : std::string(reason);
    }
    const auto precision = precisionOf(metadata);
    if (peaks->gemm(precision) != nullptr)
        return {};
    const auto found = std::ranges::find(peaks->gemms, precision, &GemmPeak::precision);
    const auto text = "no product in " + std::string(gemmPrecisionName(precision));
    return found == peaks->gemms.end() ? text : text + " (" + found->reason + ")";
}

} // namespace profiler
