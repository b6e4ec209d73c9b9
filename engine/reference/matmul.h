#pragma once

#include "engine/program/shapes.h"
#include "engine/reference/multiply.h"

#include <algorithm>

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

/// Multiplies the matrices of each batch, and writes finish(sum) for each element of the products.
template <typename P, typename T, typename Finish>
void multiplyStacks(
    const MatMulShape& shape, const P* a, const P* b, T* output, const Finish& finish)
{
    std::vector<P> sums(shape.batches > 0 ? shape.m * shape.n : 0);
    for (std::int64_t batch = 0; batch < shape.batches; ++batch) {
        std::ranges::fill(sums, P(0));
        multiplyAdd<P>({ a + shape.offsetsA[batch], shape.k, 1 },
            { b + shape.offsetsB[batch], shape.n, 1 }, sums.data(), shape.n, shape.m, shape.k,
            shape.n);
        for (const P sum : sums)
            *output++ = finish(sum);
    }
}

/// Computes MatMul of inputs A and B into output 0 and returns that output.
Result<Tensor*> computeMatMul(RunContext& context);

/// Computes Gemm of inputs A, B and C into output 0 and returns that output.
Result<Tensor*> computeGemm(const OpNode& node, RunContext& context);

} // namespace engine
