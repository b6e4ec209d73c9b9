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

/// The GPU lives in a module of its own, libopscope_cuda.so, which is opened when somebody first
/// asks for the device or for its status. Without the module, without a driver, or with one that
/// does not fit, everything else works and the reason is kept.
///
/// The module and the program are of one build: C++ types cross between them. It registers nothing
/// by itself; what it brings is in the table that its one exported function returns, and is taken
/// over after `abi` and `build` have been compared. It is never closed: CUDA has threads and
/// at-exit handlers in it.

/// Where libraries of the device are looked for before the usual places.
struct DevicePaths {
    std::vector<std::filesystem::path> folders; ///< OPSCOPE_CUDA_LIBS, separated by ':'
};

/// What a module brings.
struct DevicePlugin {
    std::uint32_t abi = 0; ///< layout of this struct: deviceAbi
    const char* build = nullptr; ///< buildText() of the program it belongs to
    /// Looks at driver, devices and libraries; makes no context on a device.
    DeviceStatus (*probe)(const DevicePaths& paths) = nullptr;
    /// The libraries it would use, each opened and asked for its version: may take seconds.
    std::vector<DeviceLibrary> (*libraries)(const DevicePaths& paths) = nullptr;
    /// All with DeviceKind::Cuda. The list lives as long as the process.
    std::span<const KernelEntry> (*kernels)() = nullptr;
    /// Only after a probe that found the device usable.
    Result<std::shared_ptr<Backend>> (*createBackend)(int device, const DevicePaths& paths)
        = nullptr;
    /// Null where the module cannot record what the device does.
    Result<std::unique_ptr<profiler::DeviceCollector>> (*createCollector)(
        Backend& backend, const profiler::CollectorOptions& options)
        = nullptr;
    /// What the device reaches now, in about a second; nothing else may run on it meanwhile. Null
    /// where nobody can measure it.
    Result<DevicePeaks> (*measurePeaks)(Backend& backend) = nullptr;
};
inline constexpr std::uint32_t deviceAbi = 3;
/// Name and type of the module's function.
inline constexpr const char* devicePluginFunction = "opscopeCudaPlugin";
using DevicePluginFunction = const DevicePlugin* (*)();

/// What program and module must have in common: version, compiler, and a hash of the headers that
/// both see.
std::string_view buildText();

/// Whether models can run on such devices here. Probed once per process, on the first call (which
/// may load libraries); the CPU always can. Any thread.
const DeviceStatus& deviceStatus(DeviceKind kind);

/// The device with its memory, opened on the first call and kept; its kernels are in the registry
/// from then on. Fails with ErrorKind::Resource and the sentence of deviceStatus().
Result<DeviceMemory> openDevice(DeviceKind kind, int number = 0);

/// What the module's libraries are here: opens them all, for reports. Empty without a module.
std::vector<DeviceLibrary> deviceLibraries();

/// The loaded module; null without one, see deviceStatus().
const DevicePlugin* devicePlugin();

/// Takes the module from `file` instead of the usual places; the error says why it does not fit.
/// For deviceStatus() and for tests of modules; nothing is registered.
Result<const DevicePlugin*> loadDevicePlugin(const std::filesystem::path& file);

/// Tests only, before anything asked for the device: a device that is no GPU stands in for it.
void useDevicePluginForTests(const DevicePlugin& plugin);

} // namespace engine
