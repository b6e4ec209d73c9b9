#pragma once

#include "engine/device/backend.h"
#include "engine/device/device.h"
#include "engine/device/device_peaks.h"
#include "engine/kernel/kernel.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {
class DeviceCollector;
struct CollectorOptions;
}

namespace engine {

/// The GPU code is in a module of its own, libopscope_cuda.so. It is opened when the device or its
/// status is first asked for. If the module or the driver is missing or does not fit, everything
/// else works and the reason is kept.
///
/// Module and program must be of one build, because C++ types cross between them. The module
/// registers nothing by itself. Its one exported function returns a table of what it provides; the
/// program uses the table after it has compared `abi` and `build`. The module is never closed: CUDA
/// has threads and at-exit handlers in it.

/// Folders in which libraries of the device are searched first, before the usual places.
struct DevicePaths {
    std::vector<std::filesystem::path> folders; ///< OPSCOPE_CUDA_LIBS, separated by ':'
};

/// Table of what a module provides.
struct DevicePlugin {
    std::uint32_t abi = 0; ///< layout of this struct: deviceAbi
    const char* build = nullptr; ///< buildText() of the program it belongs to
    /// Looks at driver, devices and libraries; makes no context on a device.
    DeviceStatus (*probe)(const DevicePaths& paths) = nullptr;
    /// Returns the libraries that it would use, each opened and asked for its version. May take
    /// seconds.
    std::vector<DeviceLibrary> (*libraries)(const DevicePaths& paths) = nullptr;
    /// All have DeviceKind::Cuda. The list lives as long as the process.
    std::span<const KernelEntry> (*kernels)() = nullptr;
    /// Allowed only after a probe that found the device usable.
    Result<std::shared_ptr<Backend>> (*createBackend)(int device, const DevicePaths& paths)
        = nullptr;
    /// Null if the module cannot record the work of the device.
    Result<std::unique_ptr<profiler::DeviceCollector>> (*createCollector)(
        Backend& backend, const profiler::CollectorOptions& options)
        = nullptr;
    /// Measures the peaks of the device, in about a second. Nothing else may run on it meanwhile.
    /// Null if the module cannot measure them.
    Result<DevicePeaks> (*measurePeaks)(Backend& backend) = nullptr;
};
inline constexpr std::uint32_t deviceAbi = 3;
/// Name and type of the function that the module exports.
inline constexpr const char* devicePluginFunction = "opscopeCudaPlugin";
using DevicePluginFunction = const DevicePlugin* (*)();

/// Returns what program and module must have in common: version, compiler, and a hash of the
/// headers that both include.
std::string_view buildText();

/// Returns whether models can run on this kind of device. The first call probes and may load
/// libraries; its result is kept for the process. The CPU is always usable. Any thread.
const DeviceStatus& deviceStatus(DeviceKind kind);

/// Opens the device with its memory and registers its kernels, on the first call; later calls
/// return the same. Fails with ErrorKind::Resource and the reason of deviceStatus().
Result<DeviceMemory> openDevice(DeviceKind kind, int number = 0);

/// Returns the libraries of the module after opening them, for reports. Empty without a module.
std::vector<DeviceLibrary> deviceLibraries();

/// Returns the loaded module; null if there is none, see deviceStatus().
const DevicePlugin* devicePlugin();

/// Loads the module from `file`; the error states why it does not fit. Registers nothing. For
/// deviceStatus() and for tests of modules.
Result<const DevicePlugin*> loadDevicePlugin(const std::filesystem::path& file);

/// Replaces the module by `plugin`, an emulated device. For tests only, before the first use of the
/// device.
void useDevicePluginForTests(const DevicePlugin& plugin);

} // namespace engine
