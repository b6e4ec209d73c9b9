#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/device/device_peaks.h"

namespace engine::cuda {

/// Measures the highest rates of the device now: copies of 256 MB (less if little is free) and
/// products of 8192 by 8192 matrices in each precision. Without cuBLASLt our own kernel multiplies,
/// and its row is marked as a lower bound. If a product cannot be measured, its row has the reason.
/// Fails if the copy cannot be measured. Takes about a second, much less on an emulated device.
/// `backend` must be a ModuleBackend.
Result<DevicePeaks> measurePeaks(Backend& backend);

/// Computes y = a · b by our own tiled kernel. All are [n, n] of float, fp16 or bfloat16; sums are
/// float.
Result<void> runSquareProduct(ModuleBackend& device, ElementType element, const void* a,
    const void* b, void* y, std::int64_t n);

} // namespace engine::cuda
