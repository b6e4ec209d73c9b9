#pragma once

#include "engine/device/backend.h"
#include "engine/device/plugin.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/tables/metadata.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What a device can do at most, measured on it by its module (engine/device/device_peaks.h): the
/// roofs of its operators. Figures of a data sheet are not among them.
///
/// Bandwidth: one buffer copied to another on the device, far larger than its caches, counted as
/// one read and one write. Arithmetic: a square matrix product in each precision, of a size that
/// fills the device, by whoever can multiply there best (a library, else our kernel): it says who
/// it was, because the roof is no higher than that.

enum class GemmPrecision : std::uint8_t { Fp32, Tf32, Fp16, Bf16 };
constexpr std::size_t gemmPrecisions = 4;
/// `fp32`, `tf32`, `fp16`, `bf16`.
std::string_view gemmPrecisionName(GemmPrecision precision);

struct GemmPeak {
    GemmPrecision precision = GemmPrecision::Fp32;
    double flopsPerSecond = 0; ///< multiply-adds count two; 0 = not measured
    std::string by; ///< `cuBLASLt 13.1.0 algorithm 66`, `own kernel`
    bool isLowerBound = false; ///< our kernel multiplied: a library would be faster
    std::string reason; ///< why it was not measured, or not with the library
};

struct DevicePeaks {
    std::string device; ///< `NVIDIA H200`
    std::string uuid; ///< empty if the driver does not say
    std::string driver; ///< `580.65.06, CUDA 13.0`
    double copyBytesPerSecond = 0; ///< read and written; 0 = not measured
    std::vector<GemmPeak> gemms;
    std::int64_t measuredAt = 0; ///< s since 1970
    double agreement = 0; ///< of five windows, the middle one of the best; the least of all figures
    std::string distrust; ///< why they may be too low; empty: they may be kept

    /// Null if it was not measured.
    const GemmPeak* gemm(GemmPrecision precision) const;
};

/// Asks the module for them, which takes a second or two; nothing else may use the backend
/// meanwhile. Fails if the module measures nothing, or there is no room.
support::Result<DevicePeaks> measureDevicePeaks(
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver);
/// Those that are kept for the device, else measured now and kept, if they can be trusted.
support::Result<DevicePeaks> keptOrMeasuredPeaks(const std::filesystem::path& file,
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver);

/// Key of a device's name in the metadata of profiles.
inline constexpr std::string_view deviceNameKey = "gpu.name";

/// As metadata of a profile (`gpu.peak.tf32_flops_per_s`), and back; nothing if they are not there.
void describeDevicePeaks(Metadata& metadata, const DevicePeaks& peaks);
std::optional<DevicePeaks> devicePeaksOf(const Metadata& metadata);
/// Why there are none, in the metadata of a profile.
void describeMissingPeaks(Metadata& metadata, std::string_view reason);

/// A product in words: `fp32 51 TFLOP/s by cuBLASLt 13.1.0 algorithm 66`, `bf16 8 TFLOP/s by own
/// kernel, a lower bound (cuBLASLt not found)`, `tf32 not measured (cuBLASLt not found)`.
std::string gemmText(const GemmPeak& peak);

/// Beside those of processors: `$XDG_CACHE_HOME/opscope/device_peaks.json`. Empty without a home.
std::filesystem::path devicePeaksFile();
/// Keeps them beside those of other devices; refuses peaks with distrust.
support::Result<void> storeDevicePeaks(const std::filesystem::path& file, const DevicePeaks& peaks);
/// Those of a device by its UUID, else by its name; not those measured under another driver.
std::optional<DevicePeaks> storedDevicePeaks(const std::filesystem::path& file,
    const engine::DeviceDescription& device, std::string_view driver);

/// Whether a profile's settings name a device.
bool isOfDevice(const Metadata& metadata);
/// The precision that products of a run were in: its setting `precision` (`f32`, `tf32` ...).
GemmPrecision precisionOf(const Metadata& metadata);
/// As roofs: the products' rate in that precision, the copy's bandwidth. Nothing without either.
std::optional<MachinePeaks> roofsOf(const DevicePeaks& peaks, GemmPrecision precision);
/// Of a run on a device without roofs: why it has none, one sentence; empty if it has.
std::string whyNoRoofs(const Metadata& metadata);

} // namespace profiler
