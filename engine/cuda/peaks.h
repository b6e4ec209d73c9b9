#pragma once

#include "engine/device_peaks.h"

namespace engine::cuda {

/// The ceilings of the device as it is now: copies of 256 MB (less where less is free) and products
/// of 8192 by 8192 matrices in each precision, medians of a few. A product that cannot be measured
/// says why in its row; fails only if nothing can. The backend is one of this module.
Result<DevicePeaks> measurePeaks(Backend& backend);

} // namespace engine::cuda
