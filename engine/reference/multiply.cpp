#include "engine/reference/multiply.h"

#include <algorithm>

namespace engine {

namespace {

template <typename T>
void multiplyByDots(MatrixView<T> a, MatrixView<T> b, T* c, std::int64_t cStride, std::int64_t m,
    std::int64_t k, std::int64_t n)
{
    for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < n; ++j) {
            T sum = 0;
            const T* rowA = a.data + i * a.rowStride;
            const T* columnB = b.data + j * b.columnStride;
            if (a.columnStride == 1 && b.rowStride == 1) {
#pragma omp simd reduction(+ : sum)
                for (std::int64_t p = 0; p < k; ++p)
                    sum += rowA[p] * columnB[p];
            } else {
                for (std::int64_t p = 0; p < k; ++p)
                    sum += rowA[p * a.columnStride] * columnB[p * b.rowStride];
            }
            c[i * cStride + j] += sum;
        }
    }
}

/// Adds to rows i to i + 3 of c over one tile of columns; b is read once for the four rows.
template <typename T>
void addFourRows(MatrixView<T> a, const T* b, std::int64_t bStride, T* c, std::int64_t cStride,
    std::int64_t k, std::int64_t width)
{
    T* c0 = c;
    T* c1 = c0 + cStride;
    T* c2 = c1 + cStride;
    T* c3 = c2 + cStride;
    for (std::int64_t p = 0; p < k; ++p) {
        const T* rowB = b + p * bStride;
        const T* columnA = a.data + p * a.columnStride;
        const T a0 = columnA[0];
        const T a1 = columnA[a.rowStride];
        const T a2 = columnA[2 * a.rowStride];
        const T a3 = columnA[3 * a.rowStride];
#pragma omp simd
        for (std::int64_t j = 0; j < width; ++j) {
            c0[j] += a0 * rowB[j];
            c1[j] += a1 * rowB[j];
            c2[j] += a2 * rowB[j];
            c3[j] += a3 * rowB[j];
        }
    }
}

template <typename T>
void addRow(
    MatrixView<T> a, const T* b, std::int64_t bStride, T* c, std::int64_t k, std::int64_t width)
{
    for (std::int64_t p = 0; p < k; ++p) {
        const T* rowB = b + p * bStride;
        const T x = a.data[p * a.columnStride];
#pragma omp simd
        for (std::int64_t j = 0; j < width; ++j)
            c[j] += x * rowB[j];
    }
}

} // namespace

// Works on tiles of columns, so that a tile of c stays in the L1 cache while b is read.
template <typename T>
void multiplyAdd(MatrixView<T> a, MatrixView<T> b, T* c, std::int64_t cStride, std::int64_t m,
    std::int64_t k, std::int64_t n)
{
    constexpr std::int64_t tile = 512;
    if (b.columnStride != 1)
        return multiplyByDots(a, b, c, cStride, m, k, n);
    for (std::int64_t first = 0; first < n; first += tile) {
        const auto width = std::min(tile, n - first);
        for (std::int64_t i = 0; i < m;) {
            const MatrixView<T> rows { a.data + i * a.rowStride, a.rowStride, a.columnStride };
            T* target = c + i * cStride + first;
            if (m - i >= 4)
                addFourRows(rows, b.data + first, b.rowStride, target, cStride, k, width);
            else
                addRow(rows, b.data + first, b.rowStride, target, k, width);
            i += m - i >= 4 ? 4 : 1;
        }
    }
}

template void multiplyAdd(MatrixView<float>, MatrixView<float>, float*, std::int64_t, std::int64_t,
    std::int64_t, std::int64_t);
template void multiplyAdd(MatrixView<double>, MatrixView<double>, double*, std::int64_t,
    std::int64_t, std::int64_t, std::int64_t);
template void multiplyAdd(MatrixView<std::uint32_t>, MatrixView<std::uint32_t>, std::uint32_t*,
    std::int64_t, std::int64_t, std::int64_t, std::int64_t);
template void multiplyAdd(MatrixView<std::uint64_t>, MatrixView<std::uint64_t>, std::uint64_t*,
    std::int64_t, std::int64_t, std::int64_t, std::int64_t);

} // namespace engine
