#pragma once

// Depthwise convolutions of bytes. A part of byte_table.cpp, which alone includes it.

#include "engine/cpu/isa/byte_tiles.h"

namespace engine::OPSCOPE_ISA {

namespace {

/// Sums of 16-bit products of neighbours.
inline Ints pairProducts(Ints a, Ints b)
{
#if defined(__AVX512F__)
    return (Ints)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (Ints)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (Ints)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    Ints result;
    for (int i = 0; i < lanes; ++i)
        result[i] = static_cast<std::int16_t>(a[i]) * static_cast<std::int16_t>(b[i])
            + (a[i] >> 16) * (b[i] >> 16);
    return result;
#endif
}

template <bool isSigned>
void depthwiseRow(const std::uint8_t* const* x, std::int64_t shift, std::int64_t pairs,
    const std::int32_t* weights, std::int32_t* sums, std::int64_t n)
{
    const auto both = [](const std::uint8_t* first, const std::uint8_t* second) {
        return (widened<isSigned>(first) & 0xffff) | (widened<isSigned>(second) << 16);
    };
    const auto whole = [=](std::int64_t c) {
        Ints sum {};
        for (std::int64_t p = 0; p < pairs; ++p)
            sum += pairProducts(both(x[2 * p] + shift + c, x[2 * p + 1] + shift + c),
                loadAs<Ints>(weights + p * n + c));
        storeAs(sum, sums + c);
    };
    forVectors(n, whole, [=](std::int64_t c, std::int64_t count) {
        Ints sum {};
        for (std::int64_t p = 0; p < pairs; ++p) {
            const Padded first(x[2 * p] + shift + c, count);
            const Padded second(x[2 * p + 1] + shift + c, count);
            sum += pairProducts(both(first.elements, second.elements),
                loadAs<Ints>(Padded(weights + p * n + c, count).elements));
        }
        std::int32_t results[lanes];
        storeAs(sum, results);
        copyFirst(results, sums + c, count);
    });
}

void depthwise(const std::uint8_t* const* x, std::int64_t shift, std::int64_t pairs, bool isSigned,
    const std::int32_t* weights, std::int32_t* sums, std::int64_t n)
{
    (isSigned ? depthwiseRow<true> : depthwiseRow<false>)(x, shift, pairs, weights, sums, n);
}

#if defined(__AVX512F__)
/// Stores the first `count` numbers; none if that is negative.
inline void storeVector(__m512i v, std::int32_t* y, std::int64_t count)
{
    if (count >= lanes)
        _mm512_storeu_si512(y, v);
    else if (count > 0)
        _mm512_mask_storeu_epi32(y, static_cast<__mmask16>((1u << count) - 1), v);
}

/// Bytes of 64 channels of a window, or of 32 channels of it and the next one; `count` of them.
template <bool isSigned, bool isPair>
inline __m512i windowBytes(const std::uint8_t* p, std::int64_t step, std::int64_t count)
{
    __m512i bytes;
    if constexpr (isPair) {
        const auto mask = static_cast<__mmask32>((std::uint64_t(1) << count) - 1);
        bytes = _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_maskz_loadu_epi8(mask, p)),
            _mm256_maskz_loadu_epi8(mask, p + step), 1);
    } else if (count >= 64) {
        bytes = _mm512_loadu_si512(p);
    } else {
        bytes = _mm512_maskz_loadu_epi8((__mmask64(1) << count) - 1, p);
    }
    return isSigned ? _mm512_xor_si512(bytes, _mm512_set1_epi32(static_cast<int>(signBits)))
                    : bytes;
}

/// Sums of up to 64 channels of a window, or up to 32 of two windows, in the order of QuadRows.
/// `fixed` is the number of quads, or 0.
template <bool isSigned, int fixed, bool isPair>
inline void sumWindow(const ByteTable::Depthwise& product, std::int64_t window,
    std::int64_t channel, __m512i (&parts)[4])
{
    const auto quads = fixed != 0 ? fixed : product.quads;
    const auto* const weights = product.weights + channel * 4 * quads;
    const auto load = [&](std::int64_t tap) {
        return windowBytes<isSigned, isPair>(product.x[tap] + window * product.step + channel,
            product.step, product.channels - channel);
    };
#pragma GCC unroll 3
    for (std::int64_t q = 0; q < quads; ++q) {
        const QuadRows rows(load(4 * q), load(4 * q + 1), load(4 * q + 2), load(4 * q + 3));
#pragma GCC unroll 4
        for (int v = 0; v < 4; ++v) {
            auto columns = Vnni::columns(weights + q * 256 + v * 64);
            if constexpr (isPair)
                columns = _mm512_broadcast_i64x4(_mm512_castsi512_si256(columns));
            Vnni::add(&parts[v], rows.quads[v], columns);
        }
    }
}

/// Up to 64 channels of the windows.
template <bool isSigned, int fixed>
void depthwiseGroup(const ByteTable::Depthwise& product, std::int64_t channel, std::int32_t* sums)
{
    const auto count = product.channels - channel;
    std::int64_t i = 0;
    sums += channel;
    for (; count <= 32 && i + 2 <= product.windows; i += 2) {
        __m512i parts[4] = {};
        sumWindow<isSigned, fixed, true>(product, i, channel, parts);
        orderColumns(parts);
        storeVector(parts[0], sums + i * product.channels, count);
        storeVector(parts[1], sums + i * product.channels + lanes, count - lanes);
        storeVector(parts[2], sums + (i + 1) * product.channels, count);
        storeVector(parts[3], sums + (i + 1) * product.channels + lanes, count - lanes);
    }
    for (; i < product.windows; ++i) {
        __m512i parts[4] = {};
        sumWindow<isSigned, fixed, false>(product, i, channel, parts);
        orderColumns(parts);
#pragma GCC unroll 4
        for (int v = 0; v < 4; ++v)
            storeVector(parts[v], sums + i * product.channels + v * lanes, count - v * lanes);
    }
}

void depthwiseQuads(const ByteTable::Depthwise& product, std::int32_t* sums)
{
    const auto group = product.isSigned
        ? (product.quads == 3 ? depthwiseGroup<true, 3> : depthwiseGroup<true, 0>)
        : (product.quads == 3 ? depthwiseGroup<false, 3> : depthwiseGroup<false, 0>);
    for (std::int64_t channel = 0; channel < product.channels; channel += ByteTable::depthwiseGroup)
        group(product, channel, sums);
}
#endif

} // namespace

} // namespace engine::OPSCOPE_ISA
