#pragma once

#include "engine/cuda/kernels/strided.h"

/// What products of matrices look like before anybody has chosen how to compute them.
namespace engine::cuda {

/// MatMul: a row of products, with the first elements of each one's matrices.
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

/// Gemm: two matrices, of which `transA` and `transB` say how they lie.
struct GemmShape {
    std::int64_t m = 1;
    std::int64_t k = 1;
    std::int64_t n = 1;
    bool turnsA = false; ///< a lies as [k, m]
    bool turnsB = false; ///< b lies as [n, k]

    Dims output() const { return { m, n }; }
    std::int64_t rowStrideA() const { return turnsA ? 1 : k; }
    std::int64_t columnStrideA() const { return turnsA ? m : 1; }
    std::int64_t rowStrideB() const { return turnsB ? 1 : n; }
    std::int64_t columnStrideB() const { return turnsB ? k : 1; }
};
/// Of the inputs `a` and `b`.
Result<GemmShape> gemmShape(const KernelRequest& request, std::size_t a, std::size_t b);
/// Strides of a C that is broadcast to the result; 0 if it is left out.
Result<Dims> stridesOfC(
    const KernelRequest& request, std::size_t c, ElementType element, const Dims& output);

} // namespace engine::cuda
