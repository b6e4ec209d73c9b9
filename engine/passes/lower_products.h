#pragma once

#include "engine/passes/pipeline.h"

#include <unordered_set>

namespace engine {

/// Which products a run on the CPU computes with bfloat16 operands.
struct ProductLowering {
    bool isOn = false;
    /// If not null, only those that make one of these values: what is bfloat16 in the model.
    const std::unordered_set<ProgramValueId>* only = nullptr;
    /// Operators whose kernels refused bfloat16 in an earlier round.
    const std::unordered_set<OpId>* refused = nullptr;
};

struct LoweredProducts {
    std::size_t products = 0;
    std::size_t casts = 0;
};

/// Makes convolutions, MatMul and Gemm on the CPU multiply bfloat16 numbers and sum them in fp32:
///
///     x ══► Conv ══► MaxPool ══► Conv ══► Softmax      x ══► Cast ─► Conv ─► MaxPool ─► Conv ══►
///                                                             bfloat16 (─), fp32 (═)
///
/// A value stays bfloat16 in memory if all its readers take it so: products, and (with all passes)
/// operators between them that select or move numbers. Other readers (softmax,
/// normalizations, reductions, the residual sums of transformers) get the fp32 sum. One Cast, a
/// step of its own, rounds a value that is fp32 in memory. Such a product becomes an operator of
/// the domain opscope with the attribute `result`, the element type of its output; its weights are
/// rounded when they are packed. Products with few rows stay as they are: they take the time of
/// reading the weights, see engine/cpu/streamed_weights.h. So do products of recurrent layers and
/// integers.
///
/// It is not a Patch, because operators stay the same.
LoweredProducts lowerProducts(
    Program& program, const PassContext& context, const ProductLowering& lowering);

/// Whether lowerProducts changed an operator of the program.
bool hasLoweredProducts(const Program& program);

} // namespace engine
