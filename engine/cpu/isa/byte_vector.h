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

/// a * b + c, rounded once where there is FMA.
inline Floats multiplyAdd(Floats a, Floats b, Floats c)
{
#if defined(__AVX512F__)
    return (Floats)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined(__FMA__)
    return (Floats)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
    return a * b + c;
#endif
}

/// Whether a lane is not zero.
inline bool isAny(Ints v)
{
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0;
#else
    Ints any = v;
    for (int i = 1; i < lanes; ++i)
        any[0] |= any[i];
    return any[0] != 0;
#endif
}

/// Bytes of `narrowGroup`: clamp(code + zero, low, high), signed if `low` is negative.
struct ByteLimits {
    int zero, low, high;
};

/// Vectors whose bytes fill one vector.
constexpr int groupVectors = 4;
constexpr int groupBytes = groupVectors * lanes;

/// Stores the bytes of a group of integers from -2^30 to 2^30.
inline void narrowGroup(
    const Ints (&codes)[groupVectors], const ByteLimits& limits, std::uint8_t* y)
{
#if defined(__AVX512F__)
    const auto zero = _mm512_set1_epi16(static_cast<short>(limits.zero));
    const auto a
        = _mm512_adds_epi16(_mm512_packs_epi32((__m512i)codes[0], (__m512i)codes[1]), zero);
    const auto b
        = _mm512_adds_epi16(_mm512_packs_epi32((__m512i)codes[2], (__m512i)codes[3]), zero);
    const auto low = _mm512_set1_epi8(static_cast<char>(limits.low));
    const auto high = _mm512_set1_epi8(static_cast<char>(limits.high));
    const auto bytes = limits.low < 0
        ? _mm512_min_epi8(_mm512_max_epi8(_mm512_packs_epi16(a, b), low), high)
        : _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(a, b), low), high);
    const auto order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_storeu_si512(y, _mm512_permutexvar_epi32(order, bytes));
#elif defined(__AVX2__)
    const auto zero = _mm256_set1_epi16(static_cast<short>(limits.zero));
    const auto a
        = _mm256_adds_epi16(_mm256_packs_epi32((__m256i)codes[0], (__m256i)codes[1]), zero);
    const auto b
        = _mm256_adds_epi16(_mm256_packs_epi32((__m256i)codes[2], (__m256i)codes[3]), zero);
    const auto low = _mm256_set1_epi8(static_cast<char>(limits.low));
    const auto high = _mm256_set1_epi8(static_cast<char>(limits.high));
    const auto bytes = limits.low < 0
        ? _mm256_min_epi8(_mm256_max_epi8(_mm256_packs_epi16(a, b), low), high)
        : _mm256_min_epu8(_mm256_max_epu8(_mm256_packus_epi16(a, b), low), high);
    const auto order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(y), _mm256_permutevar8x32_epi32(bytes, order));
#else
    for (int v = 0; v < groupVectors; ++v) {
        Ints code = codes[v] + limits.zero;
        code = code > limits.low ? code : allInts(limits.low);
        narrow(code < limits.high ? code : allInts(limits.high), y + v * lanes);
    }
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

/// The first `count` elements, then zeros. `count` may be negative, and more than a vector.
template <typename V, typename T>
inline V loadFirst(const T* p, std::int64_t count)
{
    if (count >= lanes)
        return loadAs<V>(p);
    if (count <= 0)
        return V {};
#if defined(__AVX512F__)
    return (V)_mm512_maskz_loadu_epi32(static_cast<__mmask16>((1u << count) - 1), p);
#else
    return loadAs<V>(Padded(p, count).elements);
#endif
}

template <typename T>
inline void copyFirst(const T* from, T* to, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i];
}

} // namespace engine::OPSCOPE_ISA
