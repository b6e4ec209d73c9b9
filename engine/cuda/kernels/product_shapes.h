#pragma once

#include "engine/cuda/kernels/strided.h"

/// Shapes of matrix products, independent of how they are computed.
namespace engine::cuda {

/// MatMul: a batch of products with the offset of the first element of each one's matrices.
struct StackedProduct {
    Dims output;
    std::int64_t m = 1;
    std::int64_t k = 1;
    std::int64_t n = 1;
    std::int64_t batches = 1;
    Strided<1> offsetsA;
    Strided<1> offsetsB;
};
Result<StackedProduct> stackedProduct(const Dims& a, const Dims& b);

/// Gemm: two matrices; `transA` and `transB` say whether they are stored transposed.
struct GemmShape {
    std::int64_t m = 1;
    std::int64_t k = 1;
    std::int64_t n = 1;
    bool transposesA = false; ///< a is stored as [k, m]
    bool turnsB = false; ///< b is stored as [n, k]

    Dims output() const { return { m, n }; }
    std::int64_t rowStrideA() const { return transposesA ? 1 : k; }
    std::int64_t columnStrideA() const { return transposesA ? m : 1; }
    std::int64_t rowStrideB() const { return turnsB ? 1 : n; }
    std::int64_t columnStrideB() const { return turnsB ? k : 1; }
};
/// Returns the shape for the inputs number `a` and `b`.
Result<GemmShape> gemmShape(const KernelRequest& request, std::size_t a, std::size_t b);
/// Returns the strides of input C, broadcast to the result; all 0 if it is left out.
Result<Dims> stridesOfC(
    const KernelRequest& request, std::size_t c, ElementType element, const Dims& output);

} // namespace engine::cuda
