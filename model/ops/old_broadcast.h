#pragma once

#include "model/inference/inference_context.h"

#include <optional>

namespace model::ops {

/// Shape of what an elementwise operator gave before opset 7 (8 for Max, Min, Mean, Sum): nothing
/// was broadcast, or B to A from axis `axis` on (default: the last ones) where attribute
/// `broadcast` said so. Nothing if no shape is known; operands that do not fit are reported.
std::optional<Shape> oldBroadcastShape(InferenceContext& context);

} // namespace model::ops
