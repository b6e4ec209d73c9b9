#include "engine/cpu/vector_table.h"

#include "engine/cpu/isa/vector.h"

namespace engine::OPSCOPE_ISA {

namespace {

/// Tiles are two vectors wide. The 32 registers of AVX-512 hold 12 × 2 sums, 2 vectors of b and one
/// of a; the 16 of AVX2 hold 6 × 2 sums.
constexpr int tileRows = width >= 16 ? 12 : (width >= 8 ? 6 : 4);
constexpr int tileColumns = 2 * static_cast<int>(width);

/// Every loop over the rows is unrolled; otherwise the compiler would keep the sums in memory.
template <int rows>
void tile(const float* a, std::int64_t aStride, const float* b, std::int64_t bStride, float* c,
    std::int64_t cStride, std::int64_t k, bool accumulates)
{
    Vector sums[rows][2];
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r)
        sums[r][0] = sums[r][1] = all(0.0f);
    for (std::int64_t p = 0; p < k; ++p) {
        const Vector b0 = load(b);
        const Vector b1 = load(b + width);
#pragma GCC unroll 12
        for (int r = 0; r < rows; ++r) {
            const Vector x = all(a[r]);
            sums[r][0] = xsimd::fma(x, b0, sums[r][0]);
            sums[r][1] = xsimd::fma(x, b1, sums[r][1]);
        }
        a += aStride;
        b += bStride;
    }
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
        float* row = c + r * cStride;
        store(accumulates ? load(row) + sums[r][0] : sums[r][0], row);
        store(accumulates ? load(row + width) + sums[r][1] : sums[r][1], row + width);
    }
}

/// Tile function of `rows` rows; null if larger than tileRows, because it is never called.
template <int rows>
constexpr ProductTable::Tile tileOf()
{
    if constexpr (rows <= tileRows)
        return tile<rows>;
    else
        return nullptr;
}

inline void storeFirst(Vector v, float* y, std::int64_t count)
{
    float buffer[width];
    store(v, buffer);
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = buffer[i];
}

/// Calls step(accumulator, x[offsets[t] + i], t) for all taps t of each i; y[i] gets the result.
/// Works on four vectors at once, so that dependent operations overlap.
template <typename Step>
inline void forWindows(const float* x, const std::int64_t* offsets, std::int64_t taps, Vector start,
    float* y, std::int64_t n, Step step)
{
    std::int64_t i = 0;
    for (; i + 4 * width <= n; i += 4 * width) {
        Vector parts[4] { start, start, start, start };
        for (std::int64_t t = 0; t < taps; ++t) {
            const float* row = x + offsets[t] + i;
#pragma GCC unroll 4
            for (int k = 0; k < 4; ++k)
                parts[k] = step(parts[k], load(row + k * width), t);
        }
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            store(parts[k], y + i + k * width);
    }
    for (; i < n; i += width) {
        Vector sum = start;
        for (std::int64_t t = 0; t < taps; ++t)
            sum = step(sum, load(x + offsets[t] + i), t);
        if (n - i >= width)
            store(sum, y + i);
        else
            storeFirst(sum, y + i, n - i);
    }
}

void correlate(const float* x, const std::int64_t* offsets, const float* weights, std::int64_t taps,
    float start, float* y, std::int64_t n)
{
    forWindows(x, offsets, taps, all(start), y, n,
        [=](Vector sum, Vector v, std::int64_t t) { return xsimd::fma(all(weights[t]), v, sum); });
}

void largest(
    const float* x, const std::int64_t* offsets, std::int64_t taps, float* y, std::int64_t n)
{
    // A comparison with NaN is false, so NaN is ignored.
    const auto none = all(-__builtin_huge_valf());
    forWindows(x, offsets, taps, none, y, n,
        [](Vector best, Vector v, std::int64_t) { return xsimd::select(v > best, v, best); });
}

} // namespace

extern const ProductTable productTable;
const ProductTable productTable {
    tileRows,
    tileColumns,
    { tileOf<1>(), tileOf<2>(), tileOf<3>(), tileOf<4>(), tileOf<5>(), tileOf<6>(), tileOf<7>(),
        tileOf<8>(), tileOf<9>(), tileOf<10>(), tileOf<11>(), tileOf<12>() },
    correlate,
    largest,
};

} // namespace engine::OPSCOPE_ISA
