#include "engine/cpu/packed_product.h"

#include "engine/cpu/isa/vector.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace engine::OPSCOPE_ISA {

namespace {

constexpr std::int64_t group = PackedColumns::group;
/// Vectors of a group.
constexpr int parts = static_cast<int>(group / width);
/// Groups of a tile of one row: many streams hide the latency of the sums.
constexpr int wideTile = width >= 16 ? 4 : (width >= 8 ? 2 : 1);

using Codes = xsimd::batch<std::uint32_t, Arch>;

inline Codes loadCodes(const std::uint8_t* p)
{
    return Codes::load_unaligned(reinterpret_cast<const std::uint32_t*>(p));
}

/// Returns the code in bits [shift, shift + bits) of each column as a number.
template <int bits>
inline Vector decoded(Codes codes, int shift)
{
#if defined(__AVX512F__)
    if constexpr (bits == 4) { // the permutation reads the low four bits of an index
        const __m512 numbers = _mm512_set_ps(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        return _mm512_permutexvar_ps((codes >> shift), numbers);
    }
#endif
    constexpr std::uint32_t mask = (1u << bits) - 1;
    return xsimd::to_float(sameBits<std::int32_t>((codes >> shift) & Codes(mask)));
}

/// Returns the zero points of a vector of columns.
inline Vector zerosAt(const PackedColumns& weights, std::int64_t place)
{
    return weights.zeros != nullptr ? load(weights.zeros + place)
                                    : all(static_cast<float>(weights.zero));
}

/// c = bias, or 0.
inline Vector startAt(const PackedColumns& weights, std::int64_t column)
{
    return weights.bias != nullptr ? load(weights.bias + column) : all(0.0f);
}

// Exact rows

template <int bits, int rows, int groups>
void exactTile(const PackedColumns& weights, const float* a, std::int64_t aStride, float* c,
    std::int64_t cStride)
{
    constexpr int vectors = groups * parts;
    const std::int64_t perBlock = weights.block * bits / 32;
    const std::int64_t groupBytes = weights.groupBytes();
    Vector totals[rows][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) {
#pragma GCC unroll 2
        for (int r = 0; r < rows; ++r)
            totals[r][i] = startAt(weights, i * width);
    }
    for (std::int64_t block = 0; block < weights.blocks; ++block) {
        Vector sums[rows][vectors];
        Vector zeros[vectors];
#pragma GCC unroll 8
        for (int i = 0; i < vectors; ++i) {
            const auto place = ((i / parts) * weights.blocks + block) * group + i % parts * width;
            zeros[i] = zerosAt(weights, place);
#pragma GCC unroll 2
            for (int r = 0; r < rows; ++r)
                sums[r][i] = all(0.0f);
        }
        const float* x = a + block * weights.block;
        const std::uint8_t* codes = weights.codes + block * perBlock * 64;
        for (std::int64_t v = 0; v < perBlock; ++v, codes += 64) {
            Codes packed[vectors];
#pragma GCC unroll 8
            for (int i = 0; i < vectors; ++i)
                packed[i] = loadCodes(codes + (i / parts) * groupBytes + i % parts * width * 4);
#pragma GCC unroll 16
            for (int k = 0; k < 32 / bits; ++k, ++x) {
                const int shift = k % 4 * 8 + k / 4 * bits;
#pragma GCC unroll 8
                for (int i = 0; i < vectors; ++i) {
                    const Vector w = decoded<bits>(packed[i], shift) - zeros[i];
#pragma GCC unroll 2
                    for (int r = 0; r < rows; ++r)
                        sums[r][i] = xsimd::fma(w, all(x[r * aStride]), sums[r][i]);
                }
            }
        }
#pragma GCC unroll 8
        for (int i = 0; i < vectors; ++i) {
            const auto place = ((i / parts) * weights.blocks + block) * group + i % parts * width;
            const Vector scales = load(weights.scales + place);
#pragma GCC unroll 2
            for (int r = 0; r < rows; ++r)
                totals[r][i] = xsimd::fma(sums[r][i], scales, totals[r][i]);
        }
    }
#pragma GCC unroll 2
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int i = 0; i < vectors; ++i)
            store(totals[r][i], c + r * cStride + i * width);
    }
}

template <int bits>
void exactProduct(const PackedColumns& weights, std::int64_t groups, const ExactRows& a,
    std::int64_t rows, float* c, std::int64_t cStride)
{
    std::int64_t first = 0;
    for (; first < groups;) {
        const auto columns = weights.from(first);
        const bool isWide = groups - first >= wideTile;
        float* to = c + first * group;
        std::int64_t r = 0;
        for (; r + 2 <= rows; r += 2)
            (isWide ? exactTile<bits, 2, wideTile> : exactTile<bits, 2, 1>)(columns,
                a.values + r * a.stride, a.stride, to + r * cStride, cStride);
        if (r < rows)
            (isWide ? exactTile<bits, 1, wideTile> : exactTile<bits, 1, 1>)(columns,
                a.values + r * a.stride, a.stride, to + r * cStride, cStride);
        first += isWide ? wideTile : 1;
    }
}

template <int bits>
void unpack(const PackedColumns& weights, std::int64_t column, std::int64_t columns,
    std::int64_t first, std::int64_t last, float* to, std::int64_t stride)
{
    constexpr std::int64_t steps = 32 / bits; // of a vector of codes
    for (std::int64_t at = 0; at < columns; at += width) {
        std::int64_t k = first;
        while (k < last) {
            const auto block = k / weights.block;
            const auto end
                = last < (block + 1) * weights.block ? last : (block + 1) * weights.block;
            const auto place = block * group + column + at;
            const Vector zeros = zerosAt(weights, place);
            const Vector scales = load(weights.scales + place);
            for (; k < end; ++k) {
                const auto codes = loadCodes(weights.codes + k / steps * 64 + (column + at) * 4);
                const auto step = static_cast<int>(k % steps);
                const Vector w = decoded<bits>(codes, step % 4 * 8 + step / 4 * bits);
                store((w - zeros) * scales, to + (k - first) * stride + at);
            }
        }
    }
}

// Rows of 8 bits

#if defined(__AVX512F__)
using Bytes = __m512i;
inline Bytes loadBytes(const void* p) { return _mm512_loadu_si512(p); }
inline Bytes allLanes(std::int32_t x) { return _mm512_set1_epi32(x); }
template <int bits>
inline Bytes part(Bytes codes, int index)
{
    using Halves = unsigned short __attribute__((vector_size(64)));
    const auto mask = _mm512_set1_epi8(static_cast<char>((1 << bits) - 1));
    return bits == 8
        ? codes
        : _mm512_and_si512(
            reinterpret_cast<Bytes>(reinterpret_cast<Halves>(codes) >> (index * bits)), mask);
}
inline Vector numbers(Bytes sums) { return _mm512_cvtepi32_ps(sums); }
/// Even and odd bytes are multiplied in 16 bits: products of all bytes fit, sums do not saturate.
inline Bytes sumOfProducts(Bytes sums, Bytes unsignedBytes, Bytes signedBytes)
{
    const auto even = _mm512_and_si512(unsignedBytes, _mm512_set1_epi16(0xff));
    const auto odd = _mm512_srli_epi16(unsignedBytes, 8);
    const auto evenSigned = _mm512_srai_epi16(_mm512_slli_epi16(signedBytes, 8), 8);
    const auto oddSigned = _mm512_srai_epi16(signedBytes, 8);
    return _mm512_add_epi32(sums,
        _mm512_add_epi32(_mm512_madd_epi16(even, evenSigned), _mm512_madd_epi16(odd, oddSigned)));
}
/// As an instruction by itself: with the intrinsic GCC 12 keeps the sums in memory.
inline Bytes sumOfProductsVnni(Bytes sums, Bytes unsignedBytes, Bytes signedBytes)
{
    asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(unsignedBytes), "v"(signedBytes));
    return sums;
}
constexpr int byteRows = 6;
constexpr int byteGroups = 2;
#elif defined(__AVX2__)
using Bytes = __m256i;
inline Bytes loadBytes(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
inline Bytes allLanes(std::int32_t x) { return _mm256_set1_epi32(x); }
template <int bits>
inline Bytes part(Bytes codes, int index)
{
    using Halves = unsigned short __attribute__((vector_size(32)));
    const auto mask = _mm256_set1_epi8(static_cast<char>((1 << bits) - 1));
    return bits == 8
        ? codes
        : _mm256_and_si256(
            reinterpret_cast<Bytes>(reinterpret_cast<Halves>(codes) >> (index * bits)), mask);
}
inline Vector numbers(Bytes sums) { return _mm256_cvtepi32_ps(sums); }
/// Even and odd bytes are multiplied in 16 bits: products of all bytes fit, sums do not saturate.
inline Bytes sumOfProducts(Bytes sums, Bytes unsignedBytes, Bytes signedBytes)
{
    const auto even = _mm256_and_si256(unsignedBytes, _mm256_set1_epi16(0xff));
    const auto odd = _mm256_srli_epi16(unsignedBytes, 8);
    const auto evenSigned = _mm256_srai_epi16(_mm256_slli_epi16(signedBytes, 8), 8);
    const auto oddSigned = _mm256_srai_epi16(signedBytes, 8);
    return _mm256_add_epi32(sums,
        _mm256_add_epi32(_mm256_madd_epi16(even, evenSigned), _mm256_madd_epi16(odd, oddSigned)));
}
constexpr int byteRows = 2;
constexpr int byteGroups = 1;
#endif

#if defined(__AVX2__)

using SumOfProducts = Bytes (*)(Bytes, Bytes, Bytes);

inline std::int32_t fourBytes(const std::int8_t* p)
{
    std::int32_t x;
    __builtin_memcpy(&x, p, sizeof x);
    return x;
}

template <int bits, SumOfProducts multiply, int rows, int groups>
void byteTile(const PackedColumns& weights, const QuantizedRows& a, float* c, std::int64_t cStride)
{
    constexpr int vectors = groups * parts;
    const std::int64_t perBlock = weights.block * bits / 32;
    const std::int64_t groupBytes = weights.groupBytes();
    const std::int64_t aStride = weights.blocks * weights.block;
    Vector totals[rows][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) {
#pragma GCC unroll 6
        for (int r = 0; r < rows; ++r)
            totals[r][i] = startAt(weights, i * width);
    }
    for (std::int64_t block = 0; block < weights.blocks; ++block) {
        Bytes sums[rows][vectors];
        // -zero * sum of the row: every code counts as code - zero
#pragma GCC unroll 6
        for (int r = 0; r < rows; ++r) {
            const auto start = weights.zeros != nullptr
                ? allLanes(0)
                : allLanes(-weights.zero * a.sums[r * weights.blocks + block]);
#pragma GCC unroll 8
            for (int i = 0; i < vectors; ++i)
                sums[r][i] = start;
        }
        const std::int8_t* x = a.values + block * weights.block;
        const std::uint8_t* codes = weights.codes + block * perBlock * 64;
        for (std::int64_t v = 0; v < perBlock; ++v, codes += 64) {
            Bytes packed[vectors];
#pragma GCC unroll 8
            for (int i = 0; i < vectors; ++i)
                packed[i] = loadBytes(codes + (i / parts) * groupBytes + i % parts * width * 4);
            if constexpr (rows == 1)
                __builtin_prefetch(codes + 2048);
#pragma GCC unroll 4
            for (int s = 0; s < 8 / bits; ++s, x += 4) {
                Bytes unsignedBytes[vectors];
#pragma GCC unroll 8
                for (int i = 0; i < vectors; ++i)
                    unsignedBytes[i] = part<bits>(packed[i], s);
#pragma GCC unroll 6
                for (int r = 0; r < rows; ++r) {
                    const auto signedBytes = allLanes(fourBytes(x + r * aStride));
#pragma GCC unroll 8
                    for (int i = 0; i < vectors; ++i)
                        sums[r][i] = multiply(sums[r][i], unsignedBytes[i], signedBytes);
                }
            }
        }
#pragma GCC unroll 8
        for (int i = 0; i < vectors; ++i) {
            const auto place = ((i / parts) * weights.blocks + block) * group + i % parts * width;
            const Vector scales = load(weights.scales + place);
#pragma GCC unroll 6
            for (int r = 0; r < rows; ++r) {
                const auto at = r * weights.blocks + block;
                Vector sum = numbers(sums[r][i]);
                if (weights.zeros != nullptr)
                    sum = xsimd::fnma(
                        load(weights.zeros + place), all(static_cast<float>(a.sums[at])), sum);
                totals[r][i] = xsimd::fma(sum, scales * all(a.scales[at]), totals[r][i]);
            }
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int i = 0; i < vectors; ++i)
            store(totals[r][i], c + r * cStride + i * width);
    }
}

template <int bits, SumOfProducts multiply, int rows, int groups>
std::int64_t byteRowsFrom(std::int64_t r, std::int64_t last, const PackedColumns& weights,
    const QuantizedRows& a, float* c, std::int64_t cStride)
{
    for (; r + rows <= last; r += rows)
        byteTile<bits, multiply, rows, groups>(weights,
            { a.values + r * weights.blocks * weights.block, a.scales + r * weights.blocks,
                a.sums + r * weights.blocks },
            c + r * cStride, cStride);
    return r;
}

template <int bits, SumOfProducts multiply, int groups>
void byteColumns(const PackedColumns& weights, const QuantizedRows& a, std::int64_t rows, float* c,
    std::int64_t cStride)
{
    std::int64_t r = 0;
    r = byteRowsFrom<bits, multiply, byteRows, groups>(r, rows, weights, a, c, cStride);
    if constexpr (byteRows > 3)
        r = byteRowsFrom<bits, multiply, 3, groups>(r, rows, weights, a, c, cStride);
    byteRowsFrom<bits, multiply, 1, groups>(r, rows, weights, a, c, cStride);
}

template <int bits, SumOfProducts multiply>
void byteProduct(const PackedColumns& weights, std::int64_t groups, const QuantizedRows& a,
    std::int64_t rows, float* c, std::int64_t cStride)
{
    std::int64_t first = 0;
    if (rows == 1) {
        for (; first + wideTile <= groups; first += wideTile)
            byteTile<bits, multiply, 1, wideTile>(
                weights.from(first), a, c + first * group, cStride);
    }
    for (; first + byteGroups <= groups; first += byteGroups)
        byteColumns<bits, multiply, byteGroups>(
            weights.from(first), a, rows, c + first * group, cStride);
    for (; first < groups; ++first)
        byteColumns<bits, multiply, 1>(weights.from(first), a, rows, c + first * group, cStride);
}

/// Returns the largest magnitude; the bits of NaN and infinity are larger than those of all others.
inline float largestMagnitude(const float* x, std::int64_t n)
{
    using Integers = xsimd::batch<std::int32_t, Arch>;
    Integers largest(0);
    for (std::int64_t i = 0; i < n; i += width)
        largest = xsimd::max(largest,
            Integers::load_unaligned(reinterpret_cast<const std::int32_t*>(x + i))
                & Integers(0x7fffffff));
    std::int32_t lanes[width];
    largest.store_unaligned(lanes);
    std::int32_t result = 0;
    for (std::int64_t i = 0; i < width; ++i)
        result = lanes[i] > result ? lanes[i] : result;
    return __builtin_bit_cast(float, result);
}

void quantize(const float* x, std::int64_t n, std::int8_t* values, float* scale, std::int32_t* sum)
{
    constexpr float largestFloat = 3.4028234663852886e38F;
    const float largest = largestMagnitude(x, n);
    const float inverse = 127 / largest;
    *scale = largest <= largestFloat ? largest / 127 : __builtin_nanf("");
    *sum = 0;
    if (!(inverse > 0 && inverse <= largestFloat)) { // all numbers are 0, or one is not finite
        __builtin_memset(values, 0, static_cast<unsigned long>(n));
        return;
    }
    const auto factor = all(inverse);
    alignas(64) std::int32_t rounded[16];
    for (std::int64_t i = 0; i < n; i += 16) {
#if defined(__AVX512F__)
        const __m512i lanes = _mm512_cvtps_epi32(load(x + i) * factor);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(values + i), _mm512_cvtsepi32_epi8(lanes));
        _mm512_store_si512(rounded, lanes);
#else
        const __m256i low = _mm256_cvtps_epi32(load(x + i) * factor);
        const __m256i high = _mm256_cvtps_epi32(load(x + i + 8) * factor);
        _mm256_store_si256(reinterpret_cast<__m256i*>(rounded), low);
        _mm256_store_si256(reinterpret_cast<__m256i*>(rounded + 8), high);
        const __m128i lowHalf
            = _mm_packs_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
        const __m128i highHalf
            = _mm_packs_epi32(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1));
        _mm_storeu_si128(
            reinterpret_cast<__m128i*>(values + i), _mm_packs_epi16(lowHalf, highHalf));
#endif
        for (const auto x8 : rounded)
            *sum += x8;
    }
}

#define OPSCOPE_BYTES(multiply)                                                                    \
    {                                                                                              \
        byteProduct<2, multiply>, byteProduct<4, multiply>, byteProduct<8, multiply>               \
    }

#endif

} // namespace

#if defined(__AVX512F__)
extern const PackedProductTable packedProductsVnni;
const PackedProductTable packedProductsVnni { "avx512_vnni",
    { exactProduct<2>, exactProduct<4>, exactProduct<8> }, OPSCOPE_BYTES(sumOfProductsVnni),
    quantize, { unpack<2>, unpack<4>, unpack<8> } };
#endif

extern const PackedProductTable packedProducts;
const PackedProductTable packedProducts
{
#if defined(__AVX512F__)
    "avx512",
#elif defined(__AVX2__)
    "avx2",
#else
    "baseline",
#endif
        { exactProduct<2>, exactProduct<4>, exactProduct<8> },
#if defined(__AVX2__)
        OPSCOPE_BYTES(sumOfProducts), quantize,
#else
        {}, nullptr,
#endif
    {
        unpack<2>, unpack<4>, unpack<8>
    }
};

} // namespace engine::OPSCOPE_ISA
