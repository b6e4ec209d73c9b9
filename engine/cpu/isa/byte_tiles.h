#pragma once

// Products of rows of bytes with packed panels. A part of byte_table.cpp, which alone includes it.

#include "engine/cpu/byte_table.h"

#include "engine/cpu/isa/byte_vector.h"

namespace engine::OPSCOPE_ISA {

namespace {

inline std::uint32_t quadAt(const std::uint8_t* p)
{
    std::uint32_t quad;
    __builtin_memcpy(&quad, p, sizeof(quad));
    return quad;
}

constexpr std::uint32_t signBits = 0x80808080u;

#if defined(__AVX512F__)
/// Products with VNNI. GCC 12 would keep the sums of the intrinsic in memory, and needs a flag that
/// other functions of this file must not get.
struct Vnni {
    static constexpr int maxRows = 6;
    using Sums = __m512i;
    static constexpr int perVector = 1;
    using Row = __m512i;

    template <bool isSigned>
    static Row row(const std::uint8_t* p)
    {
        const auto quads = _mm512_set1_epi32(static_cast<int>(quadAt(p)));
        return isSigned ? _mm512_xor_si512(quads, _mm512_set1_epi32(static_cast<int>(signBits)))
                        : quads;
    }
    using Columns = __m512i;
    static Columns columns(const std::int8_t* p) { return _mm512_loadu_si512(p); }
    static void add(Sums* sums, Row x, Columns w)
    {
        asm("vpdpbusd %2, %1, %0" : "+v"(*sums) : "v"(x), "v"(w));
    }
    static void store(const Sums* sums, std::int32_t* y) { _mm512_storeu_si512(y, *sums); }
};
#endif

#if defined(__AVX2__)
/// Products of 16-bit integers, to which the bytes are widened. Each sum is kept as two halves.
struct Wide {
    static constexpr int maxRows = 3;
    static constexpr int perVector = 2;
#if defined(__AVX512F__)
    using Vector = __m512i;
    static Vector load(const std::int8_t* p)
    {
        return _mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
    }
    static Vector multiply(Vector a, Vector b) { return _mm512_madd_epi16(a, b); }
    static Vector sum(Vector a, Vector b) { return _mm512_add_epi32(a, b); }
    static Vector spread(std::uint32_t quad)
    {
        return _mm512_cvtepu8_epi16(_mm256_set1_epi32(static_cast<int>(quad)));
    }
#else
    using Vector = __m256i;
    static Vector load(const std::int8_t* p)
    {
        return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    }
    static Vector multiply(Vector a, Vector b) { return _mm256_madd_epi16(a, b); }
    static Vector sum(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
    static Vector spread(std::uint32_t quad)
    {
        return _mm256_cvtepu8_epi16(_mm_set1_epi32(static_cast<int>(quad)));
    }
#endif
    using Sums = Vector;
    using Row = Vector;
    template <bool isSigned>
    static Row row(const std::uint8_t* p)
    {
        return spread(isSigned ? quadAt(p) ^ signBits : quadAt(p));
    }
    struct Columns {
        Vector halves[2];
    };
    static Columns columns(const std::int8_t* p)
    {
        return { { load(p), load(p + sizeof(Vector) / 2) } };
    }
    static void add(Sums* sums, Row x, const Columns& w)
    {
        sums[0] = sum(sums[0], multiply(x, w.halves[0]));
        sums[1] = sum(sums[1], multiply(x, w.halves[1]));
    }
    static void store(const Sums* sums, std::int32_t* y)
    {
        std::int32_t parts[2 * lanes];
        __builtin_memcpy(parts, sums, sizeof(parts));
        for (int c = 0; c < lanes; ++c)
            y[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(parts[2 * c])
                + static_cast<std::uint32_t>(parts[2 * c + 1]));
    }
};
#else
/// Products one by one.
struct Wide {
    static constexpr int maxRows = 3;
    static constexpr int perVector = 1;
    struct Row {
        std::int32_t numbers[4];
    };
    using Sums = Ints;
    template <bool isSigned>
    static Row row(const std::uint8_t* p)
    {
        constexpr std::uint8_t flip = isSigned ? 0x80 : 0;
        return { { p[0] ^ flip, p[1] ^ flip, p[2] ^ flip, p[3] ^ flip } };
    }
    using Columns = const std::int8_t*;
    static Columns columns(const std::int8_t* p) { return p; }
    static void add(Sums* sums, const Row& x, Columns w)
    {
        for (int c = 0; c < lanes; ++c) {
            for (int i = 0; i < 4; ++i)
                (*sums)[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>((*sums)[c])
                    + static_cast<std::uint32_t>(x.numbers[i] * w[4 * c + i]));
        }
    }
    static void store(const Sums* sums, std::int32_t* y) { storeAs(*sums, y); }
};
#endif

/// How far ahead a single row fetches its columns.
constexpr int prefetchBytes = 4096;

/// Adds the products to the sums.
template <typename Product, bool isSigned, int vectors, int rows>
[[gnu::always_inline]] inline void addProducts(const ByteTable::TileRows& product,
    typename Product::Sums (&sums)[rows][vectors * Product::perVector])
{
    const auto quads = product.quads;
    const auto* panel = product.panel;
    const auto* next = product.next;
    for (std::int64_t t = 0; t < product.taps; ++t) {
        const std::uint8_t* at[rows];
#pragma GCC unroll 6
        for (int r = 0; r < rows; ++r)
            at[r] = product.rows[r * product.taps + t];
        for (std::int64_t q = 0; q < quads; ++q, next += product.fetched) {
            __builtin_prefetch(next, 0, 2);
            typename Product::Columns columns[vectors];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v) {
                if constexpr (rows == 1) // panels come from memory
                    __builtin_prefetch(panel + v * lanes * 4 + prefetchBytes);
                columns[v] = Product::columns(panel + v * lanes * 4);
            }
            panel += vectors * lanes * 4;
#pragma GCC unroll 6
            for (int r = 0; r < rows; ++r) {
                const auto row = Product::template row<isSigned>(at[r] + 4 * q);
#pragma GCC unroll 4
                for (int v = 0; v < vectors; ++v)
                    Product::add(&sums[r][v * Product::perVector], row, columns[v]);
            }
        }
    }
}

template <typename Product, bool isSigned, int vectors, int rows>
void tile(const ByteTable::TileRows& product, std::int32_t* y)
{
    constexpr int parts = vectors * Product::perVector;
    typename Product::Sums sums[rows][parts];
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int p = 0; p < parts; ++p)
            sums[r][p] = typename Product::Sums {};
    addProducts<Product, isSigned, vectors, rows>(product, sums);
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            Product::store(&sums[r][v * Product::perVector], y + (r * vectors + v) * lanes);
}

#if defined(__AVX512F__)
/// Four rows of 64 bytes, and the quads of their columns: `quads` lists those of columns 16 * b + 4
/// * a + c, in the order [a][b][c].
struct QuadRows {
    __m512i quads[4];

    QuadRows(__m512i a, __m512i b, __m512i c, __m512i d)
    {
        const auto lowAB = _mm512_unpacklo_epi8(a, b);
        const auto lowCD = _mm512_unpacklo_epi8(c, d);
        const auto highAB = _mm512_unpackhi_epi8(a, b);
        const auto highCD = _mm512_unpackhi_epi8(c, d);
        quads[0] = _mm512_unpacklo_epi16(lowAB, lowCD);
        quads[1] = _mm512_unpackhi_epi16(lowAB, lowCD);
        quads[2] = _mm512_unpacklo_epi16(highAB, highCD);
        quads[3] = _mm512_unpackhi_epi16(highAB, highCD);
    }
};

/// Brings numbers of 64 columns in the order of QuadRows into that of columns.
inline void orderColumns(__m512i (&v)[4])
{
    const auto low01 = _mm512_shuffle_i32x4(v[0], v[1], 0x44);
    const auto high01 = _mm512_shuffle_i32x4(v[0], v[1], 0xee);
    const auto low23 = _mm512_shuffle_i32x4(v[2], v[3], 0x44);
    const auto high23 = _mm512_shuffle_i32x4(v[2], v[3], 0xee);
    v[0] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    v[1] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
    v[2] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    v[3] = _mm512_shuffle_i32x4(high01, high23, 0xdd);
}

/// pack for 64 columns.
inline void packGroup(const std::uint8_t* const* x, std::int64_t column, __m512i flip,
    std::int8_t* y, std::int32_t* sums)
{
    const auto row
        = [&](int i) { return _mm512_xor_si512(_mm512_loadu_si512(x[i] + column), flip); };
    QuadRows rows(row(0), row(1), row(2), row(3));
    orderColumns(rows.quads);
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) {
        const auto pairs = _mm512_maddubs_epi16(_mm512_set1_epi8(1), rows.quads[v]);
        const auto added = _mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
        auto* const sum = sums + column + v * lanes;
        _mm512_storeu_si512(y + 4 * (column + v * lanes), rows.quads[v]);
        _mm512_storeu_si512(sum, _mm512_add_epi32(_mm512_loadu_si512(sum), added));
    }
}
#endif

void pack(
    const std::uint8_t* const* x, bool isSigned, std::int8_t* y, std::int32_t* sums, std::int64_t n)
{
    const auto flip = allInts(isSigned ? 0 : static_cast<std::int32_t>(signBits));
    const auto quads = [=](const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c,
                           const std::uint8_t* d) {
        return (widened<false>(a) | widened<false>(b) << 8 | widened<false>(c) << 16
                   | widened<false>(d) << 24)
            ^ flip;
    };
#if defined(__AVX512F__)
    std::int64_t first = 0;
    for (; first + 64 <= n; first += 64)
        packGroup(x, first, (__m512i)flip, y, sums);
    const std::uint8_t* const rest[4] = { x[0] + first, x[1] + first, x[2] + first, x[3] + first };
    x = rest;
    y += 4 * first;
    sums += first;
    n -= first;
#endif
    const auto sumOf
        = [](Ints q) { return (q << 24 >> 24) + (q << 16 >> 24) + (q << 8 >> 24) + (q >> 24); };
    forVectors(
        n,
        [&](std::int64_t i) {
            const auto packed = quads(x[0] + i, x[1] + i, x[2] + i, x[3] + i);
            storeAs(packed, y + 4 * i);
            storeAs(loadAs<Ints>(sums + i) + sumOf(packed), sums + i);
        },
        [&](std::int64_t i, std::int64_t count) {
            const auto packed
                = quads(Padded(x[0] + i, count).elements, Padded(x[1] + i, count).elements,
                    Padded(x[2] + i, count).elements, Padded(x[3] + i, count).elements);
            std::int8_t bytes[4 * lanes];
            std::int32_t added[lanes];
            storeAs(packed, bytes);
            storeAs(sumOf(packed), added);
            copyFirst(bytes, y + 4 * i, 4 * count);
            for (std::int64_t k = 0; k < count; ++k)
                sums[i + k] += added[k];
        });
}

} // namespace

} // namespace engine::OPSCOPE_ISA
