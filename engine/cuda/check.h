#pragma once

#include "model/support/result.h"

#include <cuda_runtime.h>

/// CUDA's answers as our errors. Only code of the device's compiler and the real backend see this.
namespace engine::cuda {

/// `what` is what was tried: `copying 4 MB to the device`. Out of memory and lost devices are
/// ErrorKind::Resource.
support::Result<void> check(cudaError_t code, const char* what);

/// What the launch before this said: not what becomes of the kernel, which synchronise() tells.
support::Result<void> checkLaunch();

} // namespace engine::cuda
