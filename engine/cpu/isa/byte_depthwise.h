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
/// Stores the first `count` sums of 64 columns in the order of QuadRows.
inline void storeParts(__m512i (&sums)[4], std::int32_t* y, std::int64_t count)
{
    orderColumns(sums);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
        const auto left = count - k * lanes;
        if (left >= lanes)
            _mm512_storeu_si512(y + k * lanes, sums[k]);
        else if (left > 0)
            _mm512_mask_storeu_epi32(
                y + k * lanes, static_cast<__mmask16>((1u << left) - 1), sums[k]);
    }
}

/// Up to 64 channels of the windows. `fixed` is the number of quads, whose weights then stay in
/// registers, or 0.
template <int fixed>
void depthwiseGroup(const ByteTable::Depthwise& product, std::int64_t channel, std::int32_t* sums)
{
    const auto count = product.channels - channel;
    const auto mask = count >= 64 ? ~__mmask64(0) : (__mmask64(1) << count) - 1;
    const auto flip = _mm512_set1_epi8(product.isSigned ? static_cast<char>(0x80) : 0);
    const auto quads = fixed != 0 ? fixed : product.quads;
    const auto* const weights = product.weights + channel * 4 * quads;
    for (std::int64_t i = 0; i < product.windows; ++i) {
        const auto load = [&](std::int64_t tap) {
            const auto* const p = product.x[tap] + i * product.step + channel;
            const auto bytes
                = count >= 64 ? _mm512_loadu_si512(p) : _mm512_maskz_loadu_epi8(mask, p);
            return _mm512_xor_si512(bytes, flip);
        };
        __m512i parts[4] = {};
#pragma GCC unroll 3
        for (std::int64_t q = 0; q < quads; ++q) {
            const QuadRows rows(load(4 * q), load(4 * q + 1), load(4 * q + 2), load(4 * q + 3));
#pragma GCC unroll 4
            for (int v = 0; v < 4; ++v)
                Vnni::add(&parts[v], rows.quads[v], Vnni::columns(weights + q * 256 + v * 64));
        }
        storeParts(parts, sums + i * product.channels + channel, count);
    }
}

void depthwiseQuads(const ByteTable::Depthwise& product, std::int32_t* sums)
{
    const auto group = product.quads == 3 ? depthwiseGroup<3> : depthwiseGroup<0>;
    for (std::int64_t channel = 0; channel < product.channels; channel += ByteTable::depthwiseGroup)
        group(product, channel, sums);
}
#endif

} // namespace

} // namespace engine::OPSCOPE_ISA
