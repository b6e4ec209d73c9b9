#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"

namespace engine {

/// A kernel of the CPU for a step of a device, where the device turns out to have none for the
/// shapes at hand: inputs that lie there are copied here, outputs there. Its implementation says
/// so, and why. `isOnDevice` says for each input where it lies.
std::unique_ptr<Kernel> hostedKernel(std::unique_ptr<Kernel> kernel, DeviceMemory device,
    std::shared_ptr<MemoryPool> pool, std::vector<bool> isOnDevice, std::string reason);

} // namespace engine
