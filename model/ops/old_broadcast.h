#pragma once

#include "model/inference/inference_context.h"

#include <optional>

namespace model::ops {

/// Returns the output shape of an elementwise operator before opset 7 (8 for Max, Min, Mean, Sum).
/// These versions broadcast only B to A, if attribute `broadcast` is set, starting at axis `axis`
/// (default: the last axes). Nothing if no shape is known. Operands that do not fit are reported.
std::optional<Shape> oldBroadcastShape(InferenceContext& context);

} // namespace model::ops
