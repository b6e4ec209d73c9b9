#pragma once

#include "engine/device/device.h"
#include "engine/device/plugin.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

/// Whether there is a GPU that this module can use, found without making a context on it. What the
/// probe asks is a table that tests fill with their own answers.
namespace engine::cuda {

/// The driver's functions that the probe calls, as libcuda.so.1 exports them; CUresult and CUdevice
/// are int.
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

/// What lies around the probe.
struct Surroundings {
    struct Driver {
        DriverTable table;
        std::string path;
    };
    std::function<std::optional<Driver>()> openDriver; ///< nothing if there is none
    std::function<std::optional<std::string>(const char* name)> environment;
    /// The first of NVIDIA's device nodes that is there but may not be opened; empty if none.
    std::function<std::string()> refusedNode;
    /// `580.65.06`; empty if unknown.
    std::function<std::string()> driverVersion;
};
Surroundings realSurroundings();

DeviceStatus probeDevices(const Surroundings& surroundings);

} // namespace engine::cuda
