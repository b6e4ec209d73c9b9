#include "engine/cpu/vector_table.h"

#include "engine/cpu/isa/vector.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace engine::OPSCOPE_ISA {

namespace {

/// Tiles are two vectors wide. The 32 registers of AVX-512 hold 12 × 2 sums, 2 vectors of b and one
/// of a; the 16 of AVX2 hold 6 × 2 sums.
constexpr int tileRows = width >= 16 ? 12 : (width >= 8 ? 6 : 4);
constexpr int tileColumns = 2 * static_cast<int>(width);

/// Tiles of few rows take the time of reading b. They ask for it ahead of its use, because
/// processors fetch ahead on their own only up to the end of a page. `b`: a step of tileColumns
/// numbers; steps are `bStride` apart.
template <typename T>
inline void fetchAhead(const T* b, std::int64_t bStride)
{
    constexpr std::int64_t bytesAhead = 4096;
    constexpr std::int64_t line = 64 / sizeof(T);
    const T* ahead
        = b + bytesAhead / (tileColumns * static_cast<std::int64_t>(sizeof(T))) * bStride;
    for (int j = 0; j < tileColumns; j += line)
        __builtin_prefetch(ahead + j);
}

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
        if constexpr (rows <= ProductTable::maxStreamedRows)
            fetchAhead(b, bStride);
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

#if defined(__F16C__)
#if defined(__AVX512F__)
inline Vector halves(const std::uint16_t* p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}
inline Vector bfloats(const std::uint16_t* p)
{
    const auto bits
        = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
    return _mm512_castsi512_ps(_mm512_slli_epi32(bits, 16));
}
#else
inline Vector halves(const std::uint16_t* p)
{
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
inline Vector bfloats(const std::uint16_t* p)
{
    const auto bits = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    return _mm256_castsi256_ps(_mm256_slli_epi32(bits, 16));
}
#endif

template <int rows, Vector widened(const std::uint16_t*)>
void tileOfHalf(const float* a, std::int64_t aStride, const std::uint16_t* b, float* c,
    std::int64_t cStride, std::int64_t k)
{
    Vector sums[rows][2];
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
        sums[r][0] = sums[r][1] = all(0.0f);
    for (std::int64_t p = 0; p < k; ++p) {
        fetchAhead(b, tileColumns);
        const Vector b0 = widened(b);
        const Vector b1 = widened(b + width);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
            const Vector x = all(a[r]);
            sums[r][0] = xsimd::fma(x, b0, sums[r][0]);
            sums[r][1] = xsimd::fma(x, b1, sums[r][1]);
        }
        a += aStride;
        b += tileColumns;
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
        store(sums[r][0], c + r * cStride);
        store(sums[r][1], c + r * cStride + width);
    }
}

template <int rows>
constexpr ProductTable::HalfTile halfTileOf()
{
    return tileOfHalf<rows, halves>;
}
template <int rows>
constexpr ProductTable::HalfTile bfloatTileOf()
{
    return tileOfHalf<rows, bfloats>;
}
#else
template <int rows>
constexpr ProductTable::HalfTile halfTileOf()
{
    return nullptr;
}
template <int rows>
constexpr ProductTable::HalfTile bfloatTileOf()
{
    return nullptr;
}
#endif

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
    { halfTileOf<1>(), halfTileOf<2>(), halfTileOf<3>(), halfTileOf<4>() },
    { bfloatTileOf<1>(), bfloatTileOf<2>(), bfloatTileOf<3>(), bfloatTileOf<4>() },
    correlate,
    largest,
};

} // namespace engine::OPSCOPE_ISA
