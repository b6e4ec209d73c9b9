#pragma once

#include "model/support/result.h"

#include <cuda_runtime.h>

/// Turns CUDA's error codes into our errors. Includes CUDA's header, so only .cu files and the
/// sources of the real backend include it.
namespace engine::cuda {

/// Fails unless `code` is cudaSuccess. `what` is what was tried: `copying 4 MB to the device`. The
/// error is of ErrorKind::Resource.
support::Result<void> check(cudaError_t code, const char* what);

/// Fails if the last launch was refused. An error while the kernel runs is reported later, by
/// synchronise().
support::Result<void> checkLaunch();

} // namespace engine::cuda
