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

/// Measured peaks of a device, the roofs of its operators. The device's plugin measures them
/// (engine/device/device_peaks.h). Data sheet figures are not used.
///
/// Bandwidth: a copy between two buffers on the device, far larger than its caches, counted as one
/// read and one write. Arithmetic: a square matrix product in each precision, large enough to fill
/// the device, by the fastest available implementation (a library, otherwise our kernel). Its name
/// is stored, because it limits the peak.

enum class GemmPrecision : std::uint8_t { Fp32, Tf32, Fp16, Bf16 };
constexpr std::size_t gemmPrecisionCount = 4;
/// Returns `fp32`, `tf32`, `fp16`, `bf16`.
std::string_view gemmPrecisionName(GemmPrecision precision);

struct GemmPeak {
    GemmPrecision precision = GemmPrecision::Fp32;
    double flopsPerSecond = 0; ///< a multiply-add counts two; 0 = not measured
    std::string by; ///< `cuBLASLt 13.1.0 algorithm 66`, `own kernel`
    bool isLowerBound = false; ///< measured with our kernel; a library would be faster
    std::string reason; ///< why it was not measured, or not with the library
};

struct DevicePeaks {
    std::string device; ///< `NVIDIA H200`
    std::string uuid; ///< empty if the driver does not report it
    std::string driver; ///< `580.65.06, CUDA 13.0`
    double copyBytesPerSecond = 0; ///< read and written; 0 = not measured
    std::vector<GemmPeak> gemms;
    std::int64_t measuredAt = 0; ///< s since 1970
    /// Ratio of the median to the best of five windows; the lowest over all figures.
    double agreement = 0;
    std::string distrust; ///< why they may be too low; empty: they can be stored

    /// Returns the peak in a precision; null if it was not measured.
    const GemmPeak* gemm(GemmPrecision precision) const;
};

/// Measures the peaks with the plugin, in a second or two. Nothing else may use the backend during
/// that time. Fails if the plugin cannot measure, or if there is not enough memory.
support::Result<DevicePeaks> measureDevicePeaks(
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver);
/// Returns the stored peaks of the device. If there are none, measures them, and stores them if
/// they are reliable and the device is not emulated.
support::Result<DevicePeaks> keptOrMeasuredPeaks(const std::filesystem::path& file,
    const engine::DevicePlugin& plugin, engine::Backend& backend, std::string_view driver);

/// Metadata key of the device's name.
inline constexpr std::string_view deviceNameKey = "gpu.name";

/// Write the peaks to the metadata of a profile (`gpu.peak.tf32_flops_per_s`), and read them;
/// nothing if absent.
void describeDevicePeaks(Metadata& metadata, const DevicePeaks& peaks);
std::optional<DevicePeaks> devicePeaksOf(const Metadata& metadata);
/// Writes to the metadata why there are no peaks.
void describeMissingPeaks(Metadata& metadata, std::string_view reason);

/// Returns a peak as text: `fp32 51 TFLOP/s by cuBLASLt 13.1.0 algorithm 66`, `bf16 8 TFLOP/s by
/// own kernel, a lower bound (cuBLASLt not found)`, `tf32 not measured (cuBLASLt not found)`.
std::string gemmText(const GemmPeak& peak);

/// Returns the file of device peaks, in the folder of peaksFile(): `device_peaks.json`. Empty
/// without a home folder.
std::filesystem::path devicePeaksFile();
/// Stores the peaks and keeps those of other devices. Refuses peaks with `distrust`.
support::Result<void> storeDevicePeaks(const std::filesystem::path& file, const DevicePeaks& peaks);
/// Returns the stored peaks of a device, found by UUID, otherwise by name. Nothing if they were
/// measured with another driver.
std::optional<DevicePeaks> storedDevicePeaks(const std::filesystem::path& file,
    const engine::DeviceDescription& device, std::string_view driver);

/// True if the settings of a profile name a GPU.
bool isOfDevice(const Metadata& metadata);
/// Returns the precision of the products of a run: its setting `precision` (`f32`, `tf32` ...).
GemmPrecision precisionOf(const Metadata& metadata);
/// Converts device peaks to roofs: the rate of products in that precision and the bandwidth of the
/// copy. Nothing without either.
std::optional<MachinePeaks> roofsOf(const DevicePeaks& peaks, GemmPrecision precision);
/// Returns a sentence why a run on a device has no roofs; empty if it has.
std::string whyNoRoofs(const Metadata& metadata);

} // namespace profiler
