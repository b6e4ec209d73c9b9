#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/device/device_peaks.h"

namespace engine::cuda {

/// The ceilings of the device as it is now: copies of 256 MB (less where less is free) and products
/// of 8192 by 8192 matrices in each precision. Where cuBLASLt is missing our own kernel multiplies,
/// which is said. A product that cannot be measured says why in its row; fails only if nothing can.
/// Takes about a second; small on an emulated device. The backend is one of this module.
Result<DevicePeaks> measurePeaks(Backend& backend);

/// y = a · b by our own tiled kernel: [n, n] each, of float, fp16 or bfloat16, which are summed in
/// float.
Result<void> runSquareProduct(ModuleBackend& device, ElementType element, const void* a,
    const void* b, void* y, std::int64_t n);

} // namespace engine::cuda
