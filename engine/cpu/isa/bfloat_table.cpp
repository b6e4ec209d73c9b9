#include "engine/cpu/bfloat_table.h"

// As in vector.h, no inline code from elsewhere.

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace engine::OPSCOPE_ISA {

namespace {

std::uint32_t bitsOf(float x)
{
    std::uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

void toFloat(const std::uint16_t* x, float* y, std::int64_t n)
{
    std::int64_t i = 0;
#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16) {
        const __m512i wide
            = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + i)));
        _mm512_storeu_si512(y + i, _mm512_slli_epi32(wide, 16));
    }
#elif defined(__AVX2__)
    for (; i + 8 <= n; i += 8) {
        const __m256i wide
            = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(y + i), _mm256_slli_epi32(wide, 16));
    }
#endif
    for (; i < n; ++i) {
        const std::uint32_t bits = static_cast<std::uint32_t>(x[i]) << 16;
        __builtin_memcpy(y + i, &bits, sizeof bits);
    }
}

std::uint16_t bfloatOf(float x)
{
    const auto bits = bitsOf(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

void fromFloat(const float* x, std::uint16_t* y, std::int64_t n)
{
    std::int64_t i = 0;
#if defined(__AVX512F__)
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i half = _mm512_set1_epi32(0x7fff);
    const __m512i quiet = _mm512_set1_epi32(0x40);
    for (; i + 16 <= n; i += 16) {
        const __m512 value = _mm512_loadu_ps(x + i);
        const __m512i bits = _mm512_castps_si512(value);
        const __m512i high = _mm512_srli_epi32(bits, 16);
        const __m512i odd = _mm512_and_si512(high, one);
        const __m512i sum = _mm512_add_epi32(bits, _mm512_add_epi32(odd, half));
        const __mmask16 isNan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
        const __m512i rounded
            = _mm512_mask_or_epi32(_mm512_srli_epi32(sum, 16), isNan, high, quiet);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(y + i), _mm512_cvtepi32_epi16(rounded));
    }
#elif defined(__AVX2__)
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i half = _mm256_set1_epi32(0x7fff);
    const __m256i quiet = _mm256_set1_epi32(0x40);
    for (; i + 8 <= n; i += 8) {
        const __m256 value = _mm256_loadu_ps(x + i);
        const __m256i bits = _mm256_castps_si256(value);
        const __m256i high = _mm256_srli_epi32(bits, 16);
        const __m256i odd = _mm256_and_si256(high, one);
        const __m256i sum = _mm256_add_epi32(bits, _mm256_add_epi32(odd, half));
        const __m256i isNan = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
        const __m256i rounded
            = _mm256_blendv_epi8(_mm256_srli_epi32(sum, 16), _mm256_or_si256(high, quiet), isNan);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i),
            _mm_packus_epi32(
                _mm256_castsi256_si128(rounded), _mm256_extracti128_si256(rounded, 1)));
    }
#endif
    for (; i < n; ++i)
        y[i] = bfloatOf(x[i]);
}

std::uint16_t clamped(std::uint16_t x, std::uint16_t low, std::uint16_t high)
{
    if ((x & 0x7fffu) > 0x7f80u)
        return x;
    const auto bits = static_cast<std::int16_t>(x);
    if (bits < static_cast<std::int16_t>(low))
        return low;
    return bits > static_cast<std::int16_t>(high) ? high : x;
}

/// Bits of numbers that are not negative are in the order of the numbers; those of negative ones
/// are negative 16-bit integers.
void clamp(
    const std::uint16_t* x, std::uint16_t* y, std::int64_t n, std::uint16_t low, std::uint16_t high)
{
    std::int64_t i = 0;
#if defined(__AVX512BW__)
    const __m512i least = _mm512_set1_epi16(static_cast<short>(low));
    const __m512i most = _mm512_set1_epi16(static_cast<short>(high));
    const __m512i magnitude = _mm512_set1_epi16(0x7fff);
    const __m512i infinity = _mm512_set1_epi16(0x7f80);
    for (; i + 32 <= n; i += 32) {
        const __m512i bits = _mm512_loadu_si512(x + i);
        const __mmask32 isNan
            = _mm512_cmpgt_epi16_mask(_mm512_and_si512(bits, magnitude), infinity);
        const __m512i limited = _mm512_min_epi16(_mm512_max_epi16(bits, least), most);
        _mm512_storeu_si512(y + i, _mm512_mask_mov_epi16(limited, isNan, bits));
    }
#elif defined(__AVX2__)
    const __m256i least = _mm256_set1_epi16(static_cast<short>(low));
    const __m256i most = _mm256_set1_epi16(static_cast<short>(high));
    const __m256i magnitude = _mm256_set1_epi16(0x7fff);
    const __m256i infinity = _mm256_set1_epi16(0x7f80);
    for (; i + 16 <= n; i += 16) {
        const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + i));
        const __m256i isNan = _mm256_cmpgt_epi16(_mm256_and_si256(bits, magnitude), infinity);
        const __m256i limited = _mm256_min_epi16(_mm256_max_epi16(bits, least), most);
        _mm256_storeu_si256(
            reinterpret_cast<__m256i*>(y + i), _mm256_blendv_epi8(limited, bits, isNan));
    }
#endif
    for (; i < n; ++i)
        y[i] = clamped(x[i], low, high);
}

} // namespace

extern const BfloatTable bfloatTable;
constinit const BfloatTable bfloatTable { toFloat, fromFloat, clamp };

} // namespace engine::OPSCOPE_ISA
