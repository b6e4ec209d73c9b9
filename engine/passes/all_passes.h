#pragma once

#include "engine/passes/pipeline.h"

namespace engine {

/// Identity, inference Dropout, casts to the same type, reshapes to the same shape: readers take
/// the input.
Patch removeIdentity(const Program& program, const PassContext& context);
/// Operators whose outputs depend on nothing but constants and shapes.
Patch foldConstants(const Program& program, const PassContext& context);
/// BatchNormalization behind a Conv with constant weights: goes into the weights.
Patch foldBatchNormalization(const Program& program, const PassContext& context);
/// Addition and activation behind a Conv, MatMul or Gemm: done by the same oneDNN primitive.
Patch fuseEpilogues(const Program& program, const PassContext& context);
/// The operators that exporters write for a layer normalization or a Gelu: one operator.
Patch fuseLayerNormalization(const Program& program, const PassContext& context);
Patch fuseGelu(const Program& program, const PassContext& context);
/// Operators that nobody reads.
Patch removeUnused(const Program& program, const PassContext& context);

} // namespace engine
