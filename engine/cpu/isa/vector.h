#pragma once

// Vectors of floats and loops over rows of them, for the files of this folder only. The files are
// compiled once per instruction set, each time in another namespace. They must not use inline code
// from elsewhere, such as templates of the standard library: the linker keeps one copy, so a
// program on a processor without AVX-512 could execute AVX-512 instructions.

#include <xsimd/xsimd.hpp>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <cstdint>

namespace engine::OPSCOPE_ISA {

#if defined(__AVX512F__)
using Arch = xsimd::avx512bw;
#elif defined(__AVX2__)
using Arch = xsimd::fma3<xsimd::avx2>;
#elif defined(__SSE2__)
using Arch = xsimd::sse2;
#else
using Arch = xsimd::default_arch;
#endif
using Vector = xsimd::batch<float, Arch>;
using Mask = xsimd::batch_bool<float, Arch>;
constexpr std::int64_t width = static_cast<std::int64_t>(Vector::size);

inline Vector load(const float* p) { return Vector::load_unaligned(p); }
inline void store(Vector v, float* p) { v.store_unaligned(p); }
inline Vector all(float x) { return Vector(x); }

/// The same bits as numbers of another type. (xsimd 9 changed the template's parameter.)
template <typename To, typename From>
inline xsimd::batch<To, Arch> sameBits(xsimd::batch<From, Arch> v)
{
#if XSIMD_VERSION_MAJOR >= 9
    return xsimd::bitwise_cast<To>(v);
#else
    return xsimd::bitwise_cast<xsimd::batch<To, Arch>>(v);
#endif
}

/// The sum of all lanes, by halves: lanes i and i + 8, then i and i + 4 and so on. (xsimd's own
/// name for it differs between its versions.)
inline float sumLanes(Vector v)
{
#if defined(__AVX2__)
#if defined(__AVX512F__)
    const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
#else
    const __m256 eight = v;
#endif
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
#else
    float lanes[width];
    store(v, lanes);
    for (std::int64_t half = width / 2; half > 0; half /= 2) {
        for (std::int64_t i = 0; i < half; ++i)
            lanes[i] += lanes[i + half];
    }
    return lanes[0];
#endif
}

/// Returns the largest of all lanes, which must not be NaN.
inline float largestLane(Vector v)
{
#if defined(__AVX2__)
#if defined(__AVX512F__)
    const __m256 eight = _mm256_max_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
#else
    const __m256 eight = v;
#endif
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
#else
    float lanes[width];
    store(v, lanes);
    for (std::int64_t half = width / 2; half > 0; half /= 2) {
        for (std::int64_t i = 0; i < half; ++i)
            lanes[i] = lanes[i + half] > lanes[i] ? lanes[i + half] : lanes[i];
    }
    return lanes[0];
#endif
}

/// Passes the last, partial vector of a row through a buffer, so that each formula is written once.
template <typename F>
inline void forTail(const float* x, float* y, std::int64_t count, F f)
{
    float buffer[width] = {};
    for (std::int64_t i = 0; i < count; ++i)
        buffer[i] = x[i];
    store(f(load(buffer)), buffer);
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = buffer[i];
}

template <typename F>
inline void map(const float* x, float* y, std::int64_t n, F f)
{
    std::int64_t i = 0;
    for (; i + width <= n; i += width)
        store(f(load(x + i)), y + i);
    if (i < n)
        forTail(x + i, y + i, n - i, f);
}

template <typename F>
inline void combine(const float* a, const float* b, float* y, std::int64_t n, F f)
{
    std::int64_t i = 0;
    for (; i + width <= n; i += width)
        store(f(load(a + i), load(b + i)), y + i);
    if (i == n)
        return;
    float restA[width] = {};
    float restB[width] = {};
    for (std::int64_t k = 0; i + k < n; ++k) {
        restA[k] = a[i + k];
        restB[k] = b[i + k];
    }
    store(f(load(restA), load(restB)), restA);
    for (std::int64_t k = 0; i + k < n; ++k)
        y[i + k] = restA[k];
}

} // namespace engine::OPSCOPE_ISA
