#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"

namespace engine {

/// Makes a CPU kernel for a step of a device, where the device has no kernel for the shapes of the
/// run. It copies inputs from the device to the host and outputs back. Its implementation() says so
/// and contains `reason`. `isOnDevice`: for each input, whether it is on the device.
std::unique_ptr<Kernel> hostedKernel(std::unique_ptr<Kernel> kernel, DeviceMemory device,
    std::shared_ptr<MemoryPool> pool, std::vector<bool> isOnDevice, std::string reason);

} // namespace engine
