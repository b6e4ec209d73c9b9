#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/device/plugin.h"

namespace engine::cuda {

/// Returns the backend of a GPU through the CUDA runtime: one stream and a memory pool of its own.
/// Creates the device's context.
Result<std::shared_ptr<Backend>> createCudaBackend(int device, const DevicePaths& paths);

} // namespace engine::cuda
