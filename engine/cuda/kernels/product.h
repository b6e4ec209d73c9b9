#pragma once

#include "engine/cuda/kernels/strided.h"

/// Matrix products by tiles, shared by MatMul, Gemm and Conv. A block computes 64 by 64 elements of
/// the result. It loads a depth of sixteen at a time into shared memory; each thread computes four
/// by four elements. Operands are functors that return an element, results are passed to a functor.
/// A convolution is the product of its weights and the image as columns (implicit GEMM).
///
/// Used where NVIDIA's libraries are missing or refuse: they are faster.
namespace engine::cuda {

/// The type in which products of T are summed.
template <typename T>
using ProductSum = std::conditional_t<std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, Arithmetic<T>>;

inline constexpr int productThreads = 256;
inline constexpr int tileSide = 64;
inline constexpr int tileDepth = 16;
inline constexpr int threadSide = 4; ///< elements of the result per thread along each axis

/// left(batch, row, depth) and right(batch, depth, column) return ProductSum<T>; store(batch, row,
/// column, sum) writes the result.
template <typename S, typename Left, typename Right, typename Store>
struct TiledProduct {
    Left left;
    Right right;
    Store store;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t depth = 0;

    OPSCOPE_KERNEL std::int64_t tilesAcross() const { return (columns + tileSide - 1) / tileSide; }
    OPSCOPE_KERNEL std::int64_t tilesDown() const { return (rows + tileSide - 1) / tileSide; }

    struct Sums {
        S values[threadSide * threadSide];
    };

    OPSCOPE_KERNEL void operator()(Block<productThreads>& block, std::int64_t tile) const
    {
        const auto batch = tile / (tilesAcross() * tilesDown());
        const auto firstRow = tile / tilesAcross() % tilesDown() * tileSide;
        const auto firstColumn = tile % tilesAcross() * tileSide;
        OPSCOPE_SHARED S a[tileDepth * tileSide];
        OPSCOPE_SHARED S b[tileDepth * tileSide];
        PerThread<Sums, productThreads> sums;
        block.phase([&](int thread) {
            for (auto& value : sums[thread].values)
                value = S(0);
        });
        for (std::int64_t first = 0; first < depth; first += tileDepth) {
            block.phase([&](int thread) {
                for (int i = thread; i < tileDepth * tileSide; i += productThreads) {
                    // Neighbouring threads read along the depth of the left and along the columns
                    // of the right operand, the axes that are usually contiguous.
                    const auto row = firstRow + i / tileDepth;
                    const auto leftDepth = first + i % tileDepth;
                    a[i % tileDepth * tileSide + i / tileDepth]
                        = row < rows && leftDepth < depth ? left(batch, row, leftDepth) : S(0);
                    const auto column = firstColumn + i % tileSide;
                    const auto rightDepth = first + i / tileSide;
                    b[i] = column < columns && rightDepth < depth ? right(batch, rightDepth, column)
                                                                  : S(0);
                }
            });
            block.phase([&](int thread) { multiply(a, b, thread, sums[thread]); });
        }
        block.phase([&](int thread) {
            for (int r = 0; r < threadSide; ++r) {
                for (int c = 0; c < threadSide; ++c) {
                    const auto row = firstRow + thread / (tileSide / threadSide) * threadSide + r;
                    const auto column
                        = firstColumn + thread % (tileSide / threadSide) * threadSide + c;
                    if (row < rows && column < columns)
                        store(batch, row, column, sums[thread].values[r * threadSide + c]);
                }
            }
        });
    }

    OPSCOPE_KERNEL static void multiply(const S* a, const S* b, int thread, Sums& sums)
    {
        const S* const left = a + thread / (tileSide / threadSide) * threadSide;
        const S* const right = b + thread % (tileSide / threadSide) * threadSide;
        for (int d = 0; d < tileDepth; ++d) {
            for (int r = 0; r < threadSide; ++r) {
                for (int c = 0; c < threadSide; ++c) {
                    auto& sum = sums.values[r * threadSide + c];
                    sum = static_cast<S>(sum + left[d * tileSide + r] * right[d * tileSide + c]);
                }
            }
        }
    }
};

template <typename Product>
Result<void> runProduct(ModuleBackend& device, const Product& product, std::int64_t batches)
{
    const auto tiles = ((product.rows + tileSide - 1) / tileSide)
        * ((product.columns + tileSide - 1) / tileSide) * batches;
    return forEachBlock<productThreads>(device, tiles, product);
}

} // namespace engine::cuda
