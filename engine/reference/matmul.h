#pragma once

#include "engine/program/shapes.h"
#include "engine/reference/multiply.h"

namespace engine {

/// A product of stacks of matrices as in numpy.matmul. A vector counts as one row (left) or one
/// column (right). Batch axes broadcast.
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
/// True if all products of a batch read the same matrix, judged by its offsets. False if there is
/// no product: the operand may then be empty, with nothing to read.
bool isOneMatrix(std::span<const std::int64_t> offsets);

/// Computes MatMul of inputs A and B into output 0 and returns that output.
Result<Tensor*> computeMatMul(RunContext& context);

/// Computes Gemm of inputs A, B and C into output 0 and returns that output.
Result<Tensor*> computeGemm(const OpNode& node, RunContext& context);

} // namespace engine
