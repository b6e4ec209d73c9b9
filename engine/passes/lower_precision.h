#pragma once

#include "engine/passes/place_on_device.h"

namespace engine {

/// The element type that a run's precision puts in place of fp32; nothing if it keeps fp32.
std::optional<ElementType> loweredElement(Precision precision);

struct LoweredPrecision {
    std::size_t weights = 0; ///< converted
    std::size_t overflowed = 0; ///< numbers of them that are infinite now and were not
    std::size_t operators = 0; ///< that compute in the smaller type
};

/// Lets operators on the device compute in the precision of the run, when that is fp16 or bfloat16:
///
///     Copy ═► Conv ═► Relu ═► Copy        Copy ═► Cast ─► Conv ─► Relu ─► Cast ═► Copy
///
/// What its operator's schema allows to be of either type goes along; sizes, scales and what lies
/// on the host stay, and so do bodies of If, Loop and Scan. Weights are converted here, once. Each
/// value is converted once each way, by a Cast that is a step of its own. Not a Patch: no operator
/// changes. `facts` are those of this program, after placeOnDevice. `refused`: operators whose
/// kernels did not take the smaller type in an earlier round; they stay in fp32 on the device.
Result<LoweredPrecision> lowerPrecision(Program& program, const Facts& facts, Precision precision,
    MemoryPool& pool, const DeviceRefusals& refused = {});

} // namespace engine
