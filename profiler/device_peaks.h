#pragma once

#include "engine/backend.h"
#include "profiler/machine_peaks.h"
#include "profiler/metadata.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What a device can do at most, measured on it: the roofs of its operators. Figures of a data
/// sheet are not among them.
///
/// Bandwidth: one buffer copied to another on the device, far larger than its caches, counted as
/// one read and one write. Arithmetic: a square matrix product in each precision, of a size that
/// fills the device, by whoever can multiply there best (a library, else our kernels): it says who
/// it was, because the roof is no higher than that.

enum class GemmPrecision : std::uint8_t { Fp32, Tf32, Fp16, Bf16 };
constexpr std::size_t gemmPrecisions = 4;
/// `fp32`, `tf32`, `fp16`, `bf16`.
std::string_view gemmPrecisionName(GemmPrecision precision);

struct GemmPeak {
    GemmPrecision precision = GemmPrecision::Fp32;
    double flopsPerSecond = 0; ///< multiply-adds count two
    std::string by; ///< `cuBLASLt 13.1`, `tiled kernel`
};

struct DevicePeaks {
    std::string device; ///< `NVIDIA H200`
    std::string uuid; ///< empty if the driver does not say
    double copyBytesPerSecond = 0; ///< read and written; 0 = not measured
    std::vector<GemmPeak> gemms;
    double clockHertz = 0; ///< of its multiprocessors meanwhile; 0 = not known
    std::int64_t measuredAt = 0; ///< s since 1970
    double agreement = 0; ///< of five windows, the middle one of the best; the least of all figures
    std::string distrust; ///< why they may be too low; empty: they may be kept

    /// Null if it was not measured.
    const GemmPeak* gemm(GemmPrecision precision) const;
};

/// Multiplies two n × n matrices `times` times on the device and waits for it. What a plug-in's
/// library brings; fails with the reason if the device or the library cannot.
struct DeviceGemm {
    std::string name; ///< `cuBLASLt 13.1`
    std::function<support::Result<void>(
        GemmPrecision precision, std::uint32_t n, std::uint32_t times)>
        run;
};

struct DevicePeakOptions {
    std::uint64_t copyBytes = std::uint64_t(1) << 30; ///< of one buffer
    std::uint32_t gemmSize = 8192;
    std::chrono::nanoseconds window = std::chrono::milliseconds(60); ///< of each of five
    std::optional<DeviceGemm> gemm; ///< nothing: arithmetic is not measured
    std::function<double()> clockHertz; ///< of its multiprocessors now; empty: not known
};

/// Takes about two seconds. Fails if it is stopped, or the device has no room for two buffers; a
/// precision that cannot be multiplied is left out.
support::Result<DevicePeaks> measureDevicePeaks(
    engine::Backend& backend, const DevicePeakOptions& options = {}, std::stop_token stop = {});

/// Key of a device's name in the metadata of profiles.
inline constexpr std::string_view deviceNameKey = "gpu.name";

/// As metadata of a profile (`gpu.peak.tf32_flops_per_s`), and back; nothing if they are not there.
void describeDevicePeaks(Metadata& metadata, const DevicePeaks& peaks);
std::optional<DevicePeaks> devicePeaksOf(const Metadata& metadata);

/// Beside those of processors: `$XDG_CACHE_HOME/opscope/device_peaks.json`. Empty without a home.
std::filesystem::path devicePeaksFile();
/// Keeps them beside those of other devices; refuses peaks with distrust.
support::Result<void> storeDevicePeaks(const std::filesystem::path& file, const DevicePeaks& peaks);
/// Those of a device by its UUID, else by its name.
std::optional<DevicePeaks> storedDevicePeaks(
    const std::filesystem::path& file, const engine::DeviceDescription& device);

/// Whether a profile's settings name a device.
bool isOfDevice(const Metadata& metadata);
/// The precision that products of a run were in: its setting `precision` (`f32`, `tf32` ...).
GemmPrecision precisionOf(const Metadata& metadata);
/// As roofs: the products' rate in that precision, the copy's bandwidth. Nothing without either.
std::optional<MachinePeaks> roofsOf(const DevicePeaks& peaks, GemmPrecision precision);

} // namespace profiler
