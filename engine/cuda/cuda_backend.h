#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/device/plugin.h"

namespace engine::cuda {

/// A GPU through the CUDA runtime: one stream, memory from a pool of ours. Makes the device's
/// context.
Result<std::shared_ptr<Backend>> createCudaBackend(int device, const DevicePaths& paths);

} // namespace engine::cuda
