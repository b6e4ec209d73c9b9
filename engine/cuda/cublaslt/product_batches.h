#pragma once

#include "engine/kernel/tensor.h"
#include "model/support/result.h"

#include <vector>

namespace engine::cuda::cublaslt {

/// MatMul of ONNX (numpy.matmul) as calls of the library. Each call computes a batch of products
/// with one stride per operand. If all products read the same right matrix and the left matrices
/// are contiguous, they are treated as one tall matrix.
struct ProductBatches {
    std::int64_t m = 1; ///< rows of one product, including batches that were folded into it
    std::int64_t n = 1;
    std::int64_t k = 1;
    std::int64_t batches = 1; ///< per call
    std::int64_t strideA = 0; ///< in elements
    std::int64_t strideB = 0;
    struct Call {
        std::int64_t a = 0; ///< offsets of the first elements
        std::int64_t b = 0;
        std::int64_t y = 0;
    };
    std::vector<Call> calls; ///< more than one only if the batch axes cannot be folded into one
    Dims output;
};
/// Fails if the shapes cannot be multiplied, if there is nothing to multiply, or if more than 64
/// calls would be needed.
support::Result<ProductBatches> productBatches(
    std::span<const std::int64_t> a, std::span<const std::int64_t> b);

} // namespace engine::cuda::cublaslt
