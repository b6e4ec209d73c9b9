#include "engine/cuda/cublaslt/product_batches.h"

#include "engine/program/shapes.h"
#include "engine/reference/matmul.h"

#include <array>

namespace engine::cuda::cublaslt {

using support::fail;
using support::Result;

namespace {

constexpr std::int64_t maxCalls = 64;

Dims batchDims(std::span<const std::int64_t> dims)
{
    return dims.size() > 2 ? Dims(dims.begin(), dims.end() - 2) : Dims();
}

/// Returns the operand's offset at index `i` of the outer batch axes, all but the last.
std::int64_t offsetOf(std::int64_t i, const Dims& dims, const Dims& strides)
{
    std::int64_t offset = 0;
    for (std::size_t d = dims.size() - 1; d-- > 0;) {
        offset += i % dims[d] * strides[d];
        i /= dims[d];
    }
    return offset;
}

} // namespace

Result<ProductBatches> productBatches(
    std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    const auto shape = TRY(matMulShape(a, b));
    ProductBatches product { shape.m, shape.n, shape.k, 1, 0, 0, { {} }, shape.output };
    if (shape.batches == 0 || shape.m == 0 || shape.n == 0 || shape.k == 0)
        return fail("nothing to multiply in ", dimsText(a), " and ", dimsText(b));
    if (shape.batches == 1)
        return product;
    const auto matrices = std::size_t(a.size() > 1) + std::size_t(b.size() > 1);
    Dims dims(shape.output.begin(), shape.output.end() - static_cast<std::ptrdiff_t>(matrices));
    std::array strides { broadcastStrides(batchDims(a), dims),
        broadcastStrides(batchDims(b), dims) };
    foldStrides(dims, strides);
    const auto& [ofA, ofB] = strides;
    if (dims.size() == 1 && ofB[0] == 0 && ofA[0] == 1) {
        product.m *= dims[0];
        return product;
    }
    product.batches = dims.back();
    product.strideA = ofA.back() * shape.m * shape.k;
    product.strideB = ofB.back() * shape.k * shape.n;
    const auto calls = shape.batches / product.batches;
    if (calls > maxCalls)
        return fail("operands of ", dimsText(a), " and ", dimsText(b), " need ", calls,
            " calls, worth it are ", maxCalls);
    product.calls.clear();
    for (std::int64_t call = 0; call < calls; ++call)
        product.calls.push_back({ offsetOf(call, dims, ofA) * shape.m * shape.k,
            offsetOf(call, dims, ofB) * shape.k * shape.n,
            call * product.batches * shape.m * shape.n });
    return product;
}

} // namespace engine::cuda::cublaslt
