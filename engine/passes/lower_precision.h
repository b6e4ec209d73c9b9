#pragma once

#include "engine/passes/place_on_device.h"

namespace engine {

/// Returns the element type that replaces fp32 in a run's precision; nothing if it keeps fp32.
std::optional<ElementType> loweredElement(Precision precision);

struct LoweredPrecision {
    std::size_t weights = 0; ///< number of converted weights
    std::size_t overflowed = 0; ///< finite numbers of them that became infinite
    std::size_t operators = 0; ///< operators that compute in the smaller type
};

/// Makes operators on the device compute in the precision of the run, if that is fp16 or bfloat16:
///
///     Copy ═► Conv ═► Relu ═► Copy        Copy ═► Cast ─► Conv ─► Relu ─► Cast ═► Copy
///
/// An input or output is lowered if the operator's schema allows both types for it, also in bodies
/// of If, Loop and Scan. Sizes, scales and values on the host stay fp32, and so do inputs and
/// outputs of bodies. Weights are converted here, once. Other values are converted once each way,
/// by a Cast that is a step of its own. It is not a Patch, because operators stay the same. `facts`
/// are those of this program, after placeOnDevice. `refused`: operators whose kernels did not
/// accept the smaller type in an earlier round; they stay in fp32 on the device.
Result<LoweredPrecision> lowerPrecision(Program& program, const Facts& facts, Precision precision,
    MemoryPool& pool, const DeviceRefusals& refused = {});

} // namespace engine
