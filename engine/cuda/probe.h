#pragma once

#include "engine/device/device.h"
#include "engine/device/plugin.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

/// Finds out whether there is a GPU that this module can use, without creating a context on it.
/// The probe reads the system only by the functions in Surroundings, so that tests can replace
/// them.
namespace engine::cuda {

/// The driver's functions that the probe calls, with the signatures of libcuda.so.1. CUresult and
/// CUdevice are int.
struct DriverTable {
    int (*init)(unsigned flags) = nullptr;
    int (*version)(int* cuda) = nullptr;
    int (*deviceCount)(int* count) = nullptr;
    int (*device)(int* device, int ordinal) = nullptr;
    int (*deviceName)(char* name, int length, int device) = nullptr;
    int (*deviceAttribute)(int* value, int attribute, int device) = nullptr;
    int (*deviceMemory)(std::size_t* bytes, int device) = nullptr;
    int (*deviceUuid)(void* sixteenBytes, int device) = nullptr;
};

/// A device's number in CUDA's form, `GPU-0123…`.
std::string uuidText(const std::array<std::uint8_t, 16>& bytes);

/// Functions by which the probe reads the system.
struct Surroundings {
    struct Driver {
        DriverTable table;
        std::string path;
    };
    std::function<std::optional<Driver>()> openDriver; ///< nothing if there is none
    std::function<std::optional<std::string>(const char* name)> environment;
    /// Returns the first device node of NVIDIA that exists but may not be opened; empty if there is
    /// none.
    std::function<std::string()> refusedNode;
    /// Returns the driver's version, `580.65.06`; empty if it is unknown.
    std::function<std::string()> driverVersion;
};
Surroundings systemFunctions();

/// Returns the devices, or the code, reason and advice if none can be used.
DeviceStatus probeDevices(const Surroundings& surroundings);

} // namespace engine::cuda
