#pragma once

#include "model/inference/inference_context.h"

namespace model::ops {

/// Sets output 0 of an elementwise operator. Before `sinceVersion` only B was broadcast to A, if
/// attribute `broadcast` is set, starting at axis `axis` (default: the last axes); the shape is
/// then unknown only if none is known. Operands that do not fit are reported.
void setBroadcast(InferenceContext& context, ElementType element, int sinceVersion);

} // namespace model::ops
