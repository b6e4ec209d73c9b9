#pragma once

// Vectors of 32-bit integers and floats and their conversions from and to bytes, for the files of
// this folder only; vector.h says what these files must not use.

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstdint>

namespace engine::OPSCOPE_ISA {

#if defined(__AVX512F__)
constexpr int lanes = 16;
#elif defined(__AVX2__)
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif
typedef float Floats __attribute__((vector_size(lanes * 4)));
typedef std::int32_t Ints __attribute__((vector_size(lanes * 4)));

inline Floats allFloats(float x) { return x - Floats {}; }
inline Ints allInts(std::int32_t x) { return x - Ints {}; }

template <typename V, typename T>
inline V loadAs(const T* p)
{
    V v;
    __builtin_memcpy(&v, p, sizeof(v));
    return v;
}
template <typename V, typename T>
inline void storeAs(V v, T* p)
{
    __builtin_memcpy(p, &v, sizeof(v));
}

inline Floats floatsOf(Ints v) { return __builtin_convertvector(v, Floats); }

/// The nearest integers, halves to even, of numbers that fit 32 bits.
inline Ints rounded(Floats v)
{
#if defined(__AVX512F__)
    return (Ints)_mm512_cvtps_epi32((__m512)v);
#elif defined(__AVX2__)
    return (Ints)_mm256_cvtps_epi32((__m256)v);
#elif defined(__SSE2__)
    return (Ints)_mm_cvtps_epi32((__m128)v);
#else
    Ints result;
    for (int i = 0; i < lanes; ++i)
        result[i] = static_cast<std::int32_t>(__builtin_nearbyintf(v[i]));
    return result;
#endif
}

/// One vector of bytes as integers.
template <bool isSigned>
inline Ints widened(const std::uint8_t* p)
{
#if defined(__AVX512F__)
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return (Ints)(isSigned ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes));
#elif defined(__AVX2__)
    const auto bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return (Ints)(isSigned ? _mm256_cvtepi8_epi32(bytes) : _mm256_cvtepu8_epi32(bytes));
#else
    Ints v;
    for (int i = 0; i < lanes; ++i)
        v[i] = isSigned ? static_cast<std::int8_t>(p[i]) : p[i];
    return v;
#endif
}

/// Stores the lowest byte of each integer.
inline void narrow(Ints v, std::uint8_t* p)
{
#if defined(__AVX512F__)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8((__m512i)v));
#elif defined(__AVX2__)
    const auto first = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const auto bytes = _mm256_shuffle_epi8((__m256i)v, first);
    const auto both
        = _mm_unpacklo_epi32(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(p), both);
#else
    for (int i = 0; i < lanes; ++i)
        p[i] = static_cast<std::uint8_t>(v[i]);
#endif
}

/// Distances of numbers from the nearest integers, `integers`.
inline Floats distances(Floats v, [[maybe_unused]] Ints integers)
{
#if defined(__AVX512DQ__)
    return (Floats)_mm512_reduce_ps((__m512)v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    return v - floatsOf(integers);
#endif
}

/// The larger magnitude of each lane.
inline Floats largestMagnitudes(Floats a, Floats b)
{
#if defined(__AVX512DQ__)
    constexpr int largestWithoutSign = 0b1011;
    return (Floats)_mm512_range_ps((__m512)a, (__m512)b, largestWithoutSign);
#elif defined(__AVX2__)
    const auto magnitudes = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), (__m256)b);
    return (Floats)_mm256_max_ps(magnitudes, (__m256)a);
#else
    const auto magnitudes = (Floats)((Ints)b & 0x7fffffff);
    return magnitudes > a ? magnitudes : a;
#endif
}

/// Whether a lane exceeds the limit.
inline bool isAnyAbove(Floats v, float limit)
{
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)v, _mm512_set1_ps(limit), _CMP_GT_OQ) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_ps(_mm256_cmp_ps((__m256)v, _mm256_set1_ps(limit), _CMP_GT_OQ)) != 0;
#else
    for (int i = 0; i < lanes; ++i) {
        if (v[i] > limit)
            return true;
    }
    return false;
#endif
}

/// v between low and high; NaN becomes low.
inline Floats clamped(Floats v, Floats low, Floats high)
{
#if defined(__AVX512F__)
    return (Floats)_mm512_min_ps(_mm512_max_ps((__m512)v, (__m512)low), (__m512)high);
#elif defined(__AVX2__)
    return (Floats)_mm256_min_ps(_mm256_max_ps((__m256)v, (__m256)low), (__m256)high);
#else
    v = v > low ? v : low;
    return v < high ? v : high;
#endif
}

/// Calls step(first) for each whole vector of n elements, and last(first, count) for the rest.
template <typename Step, typename Last>
inline void forVectors(std::int64_t n, Step step, Last last)
{
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        step(i);
    if (i < n)
        last(i, n - i);
}

/// Copies the first elements to a vector's room, the rest of which is zero.
template <typename T>
struct Padded {
    T elements[lanes] = {};
    Padded(const T* p, std::int64_t count)
    {
        for (std::int64_t i = 0; i < count; ++i)
            elements[i] = p[i];
    }
};

template <typename T>
inline void copyFirst(const T* from, T* to, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i];
}

} // namespace engine::OPSCOPE_ISA
