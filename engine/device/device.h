#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

enum class DeviceKind { Cpu, Cuda };

/// One device, as its driver describes it.
struct DeviceDescription {
    DeviceKind kind = DeviceKind::Cuda;
    int number = 0; ///< the driver's number of the device
    std::string name; ///< `NVIDIA H200`
    int major = 0; ///< compute capability
    int minor = 0;
    std::uint64_t memoryBytes = 0;
    std::string uuid; ///< empty if the driver does not report it
    /// True for tests: kernels run on this machine's processor. Never offered to users.
    bool isEmulated = false;
};

/// A library that a device needs or could use, and the result of the search for it.
struct DeviceLibrary {
    std::string name; ///< `cuDNN`
    std::string file; ///< `libcudnn.so.9`
    std::string purpose; ///< what it is for: `convolutions`
    std::string path; ///< where it was found; empty if not
    std::string version; ///< as the library reports it; empty if it does not
    std::string reason; ///< why it is not used; empty if it is
};

/// Whether models can run on a kind of device, and if not, why. For messages and JSON.
struct DeviceStatus {
    bool isUsable = false;
    std::string code; ///< of the failure: `no-driver`; empty if usable
    std::string reason; ///< one sentence: what was found and what was expected; empty if usable
    std::string advice; ///< what to do about it; may be empty
    std::string plugin; ///< path of the plug-in; empty if none was found
    std::string driver; ///< `580.65.06, CUDA 13.0`; empty if there is none
    std::vector<DeviceDescription> devices;
};

} // namespace engine
