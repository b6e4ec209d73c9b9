#pragma once

#include "engine/program/shapes.h"
#include "engine/reference/multiply.h"

namespace engine {

/// A product of stacks of matrices as numpy.matmul defines it: vectors count as one row (left) or
/// column (right), batch axes broadcast.
struct MatMulShape {
    std::int64_t m = 1;
    std::int64_t k = 1;
    std::int64_t n = 1;
    Dims output;
    std::int64_t batches = 1;
    std::vector<std::int64_t> offsetsA; ///< first element of the left matrix of each batch
    std::vector<std::int64_t> offsetsB;
};
Result<MatMulShape> matMulShape(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
/// Whether all products of a batch read the same matrix, by its offsets. Not so if there is no
/// product: that may come from an operand without elements, where there is nothing to read.
bool isOneMatrix(std::span<const std::int64_t> offsets);

/// MatMul of inputs A and B into output 0.
Result<Tensor*> computeMatMul(RunContext& context);

/// Gemm with inputs A, B and C into output 0.
Result<Tensor*> computeGemm(const OpNode& node, RunContext& context);

} // namespace engine
