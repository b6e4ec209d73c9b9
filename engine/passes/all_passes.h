#pragma once

#include "engine/passes/pipeline.h"

namespace engine {

/// Removes operators whose output is their input: Identity, inference Dropout, casts to the same
/// type, reshapes and resizes to the same shape, and Sum, Max, Min, Mean or Concat of one input.
Patch removeIdentity(const Program& program, const PassContext& context);
/// Replaces operators between DequantizeLinear and QuantizeLinear by operators on quantised values.
Patch fuseQuantised(const Program& program, const PassContext& context);
/// Replaces quantised operators without a kernel on codes by the float operator between
/// DequantizeLinear and QuantizeLinear.
Patch unfoldQuantised(const Program& program, const PassContext& context);
/// Replaces the operators that exporters write for a product with dynamic quantisation by one.
Patch fuseDynamicQuantisation(const Program& program, const PassContext& context);
/// Lets a product read constant weights transposed instead of a Transpose.
Patch readTransposed(const Program& program, const PassContext& context);
/// Replaces operators whose outputs depend only on constants and shapes by constants.
Patch foldConstants(const Program& program, const PassContext& context);
/// Folds a BatchNormalization behind a Conv into the Conv's constant weights.
Patch foldBatchNormalization(const Program& program, const PassContext& context);
/// Fuses an addition and an activation behind a Conv, MatMul or Gemm into it: the same library call
/// computes them.
Patch fuseEpilogues(const Program& program, const PassContext& context);
/// Replaces the operators that exporters write for a layer or RMS normalization or a Gelu by one.
Patch fuseLayerNormalization(const Program& program, const PassContext& context);
Patch fuseGelu(const Program& program, const PassContext& context);
/// Replaces the operators that exporters write for attention by one.
Patch fuseAttention(const Program& program, const PassContext& context);
/// Exchanges a Reshape and a Transpose between tokens and images, so that the Transpose becomes a
/// view of channels-last images.
Patch moveReshape(const Program& program, const PassContext& context);
/// Removes operators whose outputs are not read and not kept (RunRequest::keep).
Patch removeUnused(const Program& program, const PassContext& context);

} // namespace engine
