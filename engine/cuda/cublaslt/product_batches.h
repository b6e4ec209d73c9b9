#pragma once

#include "engine/kernel/tensor.h"
#include "model/support/result.h"

#include <vector>

namespace engine::cuda::cublaslt {

/// MatMul of ONNX (numpy.matmul) as calls of the library, each a row of products with one stride
/// per operand. Where all products read the same right matrix, the left matrices are one tall
/// matrix.
struct ProductBatches {
    std::int64_t m = 1; ///< of one product, with the batches that were folded into it
    std::int64_t n = 1;
    std::int64_t k = 1;
    std::int64_t batches = 1; ///< per call
    std::int64_t strideA = 0; ///< in elements
    std::int64_t strideB = 0;
    struct Call {
        std::int64_t a = 0; ///< first elements
        std::int64_t b = 0;
        std::int64_t y = 0;
    };
    std::vector<Call> calls; ///< one, unless both operands are broadcast along different axes
    Dims output;
};
/// Fails if the shapes cannot be multiplied, and if they need more calls than are worth it.
support::Result<ProductBatches> productBatches(
    std::span<const std::int64_t> a, std::span<const std::int64_t> b);

} // namespace engine::cuda::cublaslt
