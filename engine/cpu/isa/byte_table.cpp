#include "engine/cpu/byte_table.h"

#include "engine/cpu/isa/byte_vector.h"

#include <type_traits>

// Products of bytes, and rows of bytes. This file is compiled without contraction of floating-point
// operations: results are those of the separate operations.

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

void transpose(
    const std::uint8_t* from, std::int64_t fromStride, std::uint8_t* to, std::int64_t toStride)
{
    constexpr int side = ByteTable::transposeSide;
#if defined(__SSE2__)
    __m128i rows[side];
#pragma GCC unroll 16
    for (int r = 0; r < side; ++r)
        rows[r] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + r * fromStride));
        // Interleaving both halves of all bytes rotates the 8 bits of their indices by one.
#pragma GCC unroll 4
    for (int bit = 0; bit < 4; ++bit) {
        __m128i next[side];
#pragma GCC unroll 8
        for (int r = 0; r < side / 2; ++r) {
            next[2 * r] = _mm_unpacklo_epi8(rows[r], rows[r + side / 2]);
            next[2 * r + 1] = _mm_unpackhi_epi8(rows[r], rows[r + side / 2]);
        }
#pragma GCC unroll 16
        for (int r = 0; r < side; ++r)
            rows[r] = next[r];
    }
#pragma GCC unroll 16
    for (int c = 0; c < side; ++c)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + c * toStride), rows[c]);
#else
    for (int c = 0; c < side; ++c)
        for (int r = 0; r < side; ++r)
            to[c * toStride + r] = from[r * fromStride + c];
#endif
}

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
/// Transposes the 128-bit parts of four vectors and stores the first `count` numbers.
inline void storeParts(const __m512i (&v)[4], std::int32_t* y, std::int64_t count)
{
    const auto low01 = _mm512_shuffle_i32x4(v[0], v[1], 0x44);
    const auto high01 = _mm512_shuffle_i32x4(v[0], v[1], 0xee);
    const auto low23 = _mm512_shuffle_i32x4(v[2], v[3], 0x44);
    const auto high23 = _mm512_shuffle_i32x4(v[2], v[3], 0xee);
    const __m512i sums[4] = { _mm512_shuffle_i32x4(low01, low23, 0x88),
        _mm512_shuffle_i32x4(low01, low23, 0xdd), _mm512_shuffle_i32x4(high01, high23, 0x88),
        _mm512_shuffle_i32x4(high01, high23, 0xdd) };
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
            const auto a = load(4 * q);
            const auto b = load(4 * q + 1);
            const auto c = load(4 * q + 2);
            const auto d = load(4 * q + 3);
            const auto lowAB = _mm512_unpacklo_epi8(a, b);
            const auto lowCD = _mm512_unpacklo_epi8(c, d);
            const auto highAB = _mm512_unpackhi_epi8(a, b);
            const auto highCD = _mm512_unpackhi_epi8(c, d);
            const auto* const w = weights + q * 256;
            Vnni::add(&parts[0], _mm512_unpacklo_epi16(lowAB, lowCD), Vnni::columns(w));
            Vnni::add(&parts[1], _mm512_unpackhi_epi16(lowAB, lowCD), Vnni::columns(w + 64));
            Vnni::add(&parts[2], _mm512_unpacklo_epi16(highAB, highCD), Vnni::columns(w + 128));
            Vnni::add(&parts[3], _mm512_unpackhi_epi16(highAB, highCD), Vnni::columns(w + 192));
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

/// The codes of `count` sums, from their products with the factors in double.
[[gnu::noinline]] void exactToBytes(const std::int32_t* sums, const ByteTable::ToBytes& rule,
    std::int64_t column, std::uint8_t* y, std::int64_t count)
{
    // Adding and subtracting 1.5 * 2^52 rounds to nearest even without a function call.
    constexpr double shift = 6755399441055744.0;
    const double low = rule.low - rule.zero;
    const double high = rule.high - rule.zero;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[i])
            + static_cast<std::uint32_t>(rule.offsets[column + i]));
        double value = static_cast<double>(sum) * rule.exact[column + i];
        value = value > low ? value : low; // NaN becomes the lowest code
        value = value < high ? value : high;
        y[i] = static_cast<std::uint8_t>(
            static_cast<std::int32_t>((value + shift) - shift) + rule.zero);
    }
}

/// The nearest integers of products, halves to even. Adding 1.5 * 2^23 rounds to an integer, which
/// is then in the lower bits. Where the products with both factors round to the same integer, so
/// does that with the exact one between them; elsewhere bits of `apart` are set.
inline Ints roundedBetween(Ints sums, Floats below, Floats above, Ints& apart)
{
    const auto shift = allFloats(12582912.0F);
    const auto numbers = floatsOf(sums);
    const auto least = (Ints)multiplyAdd(numbers, below, shift);
    apart |= least ^ (Ints)multiplyAdd(numbers, above, shift);
    return least - (Ints)shift;
}

/// Stores the bytes of the first vectors of a group.
template <int vectors>
inline void storeVectors(
    const Ints (&codes)[groupVectors], const ByteLimits& limits, std::uint8_t* y)
{
    if constexpr (vectors == groupVectors)
        return narrowGroup(codes, limits, y);
    std::uint8_t results[groupBytes];
    narrowGroup(codes, limits, results);
    __builtin_memcpy(y, results, vectors * lanes);
}

/// toBytes for up to `groupBytes` columns from `column` on: `vectors` whole ones or, if not
/// `isWhole`, some elements of the last.
template <int vectors, bool isWhole>
void groupToBytes(const std::int32_t* sums, const ByteTable::ToBytes& rule, std::int64_t column,
    std::int64_t count, std::uint8_t* y, const ByteTable::Rows& rows)
{
    const auto part = [=]<typename V>(V, const auto* p, int v) {
        return isWhole || v + 1 < vectors ? loadAs<V>(p + v * lanes)
                                          : loadFirst<V>(p + v * lanes, count - v * lanes);
    };
    Ints offsets[vectors];
    Floats below[vectors];
    Floats above[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
        offsets[v] = part(Ints {}, rule.offsets + column, v);
        below[v] = part(Floats {}, rule.below + column, v);
        above[v] = part(Floats {}, rule.above + column, v);
    }
    for (std::int64_t r = 0; r < rows.count; ++r, sums += rows.from, y += rows.to) {
        Ints codes[groupVectors] = {};
        Ints apart {};
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            codes[v]
                = roundedBetween(part(Ints {}, sums, v) + offsets[v], below[v], above[v], apart);
        }
        if (isAny(apart)) {
            exactToBytes(sums, rule, column, y, count);
        } else if constexpr (isWhole) {
            storeVectors<vectors>(codes, { rule.zero, rule.low, rule.high }, y);
        } else {
            std::uint8_t results[groupBytes];
            narrowGroup(codes, { rule.zero, rule.low, rule.high }, results);
            __builtin_memcpy(y, results, static_cast<std::size_t>(count));
        }
    }
}

void toBytes(const std::int32_t* sums, const ByteTable::ToBytes& rule, std::uint8_t* y,
    const ByteTable::Rows& rows)
{
    std::int64_t column = 0;
    for (; column + groupBytes <= rows.width; column += groupBytes)
        groupToBytes<groupVectors, true>(sums + column, rule, column, groupBytes, y + column, rows);
    const auto rest = rows.width - column;
    if (rest == 0)
        return;
    using Group = void (*)(const std::int32_t*, const ByteTable::ToBytes&, std::int64_t,
        std::int64_t, std::uint8_t*, const ByteTable::Rows&);
    constexpr Group groups[2][groupVectors] = {
        { groupToBytes<1, false>, groupToBytes<2, false>, groupToBytes<3, false>,
            groupToBytes<4, false> },
        { groupToBytes<1, true>, groupToBytes<2, true>, groupToBytes<3, true>,
            groupToBytes<4, true> },
    };
    groups[rest % lanes == 0 ? 1 : 0][(rest - 1) / lanes](
        sums + column, rule, column, rest, y + column, rows);
}

#if defined(__AVX512F__)
/// The sums stay in registers; they are also stored, for where a code needs the exact factors.
template <bool isSigned, int vectors, int rows>
void tileToBytes(const ByteTable::TileRows& product, const ByteTable::ToBytes& rule,
    std::int32_t* stored, std::uint8_t* y, std::int64_t stride)
{
    __m512i sums[rows][vectors];
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = _mm512_loadu_si512(rule.offsets + v * lanes);
    addProducts<Vnni, isSigned, vectors, rows>(product, sums);
    Ints apart {};
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
        const auto below = loadAs<Floats>(rule.below + v * lanes);
        const auto above = loadAs<Floats>(rule.above + v * lanes);
#pragma GCC unroll 6
        for (int r = 0; r < rows; ++r) {
            _mm512_storeu_si512(stored + (r * vectors + v) * lanes, sums[r][v]);
            sums[r][v] = (__m512i)roundedBetween((Ints)sums[r][v], below, above, apart);
            // GCC would keep all differences for one tree of operations, in memory.
            asm("" : "+v"(apart), "+v"(sums[r][v]));
        }
    }
    if (isAny(apart)) {
        static constexpr std::int32_t none[groupBytes] = {};
        auto added = rule;
        added.offsets = none;
        return toBytes(stored, added, y, { rows, vectors * lanes, vectors * lanes, stride });
    }
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
        Ints codes[groupVectors] = {};
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            codes[v] = (Ints)sums[r][v];
        storeVectors<vectors>(codes, { rule.zero, rule.low, rule.high }, y + r * stride);
    }
}
#endif

inline void vectorToFloats(const std::int32_t* sums, const std::int32_t* offsets,
    const float* factors, const float* bias, float* y)
{
    const Ints sum = loadAs<Ints>(sums) + loadAs<Ints>(offsets);
    const Floats value = floatsOf(sum) * loadAs<Floats>(factors);
    storeAs(bias != nullptr ? value + loadAs<Floats>(bias) : value, y);
}

void toFloats(const std::int32_t* sums, const ByteTable::ToFloats& rule, float* y,
    const ByteTable::Rows& rows)
{
    const auto [offsets, factors, bias] = rule;
    const auto whole = rows.width / lanes * lanes;
    const auto count = rows.width - whole;
    for (std::int64_t r = 0; r < rows.count; ++r, sums += rows.from, y += rows.to) {
        for (std::int64_t i = 0; i < whole; i += lanes)
            vectorToFloats(
                sums + i, offsets + i, factors + i, bias != nullptr ? bias + i : nullptr, y + i);
        if (count == 0)
            continue;
        float results[lanes];
        const Padded<float> added(bias + whole, bias != nullptr ? count : 0);
        vectorToFloats(Padded(sums + whole, count).elements,
            Padded(offsets + whole, count).elements, Padded(factors + whole, count).elements,
            bias != nullptr ? added.elements : nullptr, results);
        copyFirst(results, y + whole, count);
    }
}

/// y = f(a, b) as codes within the limits of the type. f takes a vector of bytes of each.
template <bool isSigned, typename F>
inline void combineBytes(
    const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::int64_t n, F f)
{
    const auto group = [f](const std::uint8_t* left, const std::uint8_t* right, std::uint8_t* to) {
        constexpr ByteLimits limits { 0, isSigned ? -128 : 0, isSigned ? 127 : 255 };
        Ints codes[groupVectors];
#pragma GCC unroll 4
        for (int v = 0; v < groupVectors; ++v)
            codes[v] = f(left + v * lanes, right + v * lanes);
        narrowGroup(codes, limits, to);
    };
    std::int64_t i = 0;
    for (; i + groupBytes <= n; i += groupBytes)
        group(a + i, b + i, y + i);
    if (i == n)
        return;
    const auto rest = static_cast<std::size_t>(n - i);
    std::uint8_t left[groupBytes] = {};
    std::uint8_t right[groupBytes] = {};
    std::uint8_t results[groupBytes];
    __builtin_memcpy(left, a + i, rest);
    __builtin_memcpy(right, b + i, rest);
    group(left, right, results);
    __builtin_memcpy(y + i, results, rest);
}

/// Bytes times a factor, rounded once. Adding 2^23 to unsigned bytes makes them floats.
template <bool isSigned>
struct ScaledBytes {
    explicit ScaledBytes(float scale)
        : factor(allFloats(scale))
        , shift(allFloats(-8388608.0F * scale))
    {
    }
    Floats operator()(const std::uint8_t* p) const
    {
#if defined(__FMA__)
        if constexpr (!isSigned)
            return multiplyAdd((Floats)(widened<false>(p) | 0x4b000000), factor, shift);
#endif
        return floatsOf(widened<isSigned>(p)) * factor;
    }
    Floats factor;
    Floats shift;
};

template <bool isSigned>
void addRow(const std::uint8_t* a, const std::uint8_t* b, const ByteTable::Sum& sum,
    std::uint8_t* y, std::int64_t n)
{
    const auto magnitude = __builtin_fabsf(sum.scaleA) * 255 + __builtin_fabsf(sum.scaleB) * 255
        + __builtin_fabsf(sum.constant);
    if (magnitude < 1e9F) { // sums are integers of 32 bits
        const ScaledBytes<isSigned> scaledA(sum.scaleA);
        const ScaledBytes<isSigned> scaledB(sum.scaleB);
        const auto constant = allFloats(sum.constant);
        return combineBytes<isSigned>(
            a, b, y, n, [=](const std::uint8_t* left, const std::uint8_t* right) {
                return rounded(scaledB(right) + (scaledA(left) + constant));
            });
    }
    const auto low = allFloats(isSigned ? -128.0f : 0.0f);
    const auto high = allFloats(isSigned ? 127.0f : 255.0f);
    combineBytes<isSigned>(a, b, y, n, [=](const std::uint8_t* left, const std::uint8_t* right) {
        const Floats value = floatsOf(widened<isSigned>(right)) * sum.scaleB
            + (floatsOf(widened<isSigned>(left)) * sum.scaleA + sum.constant);
        return rounded(clamped(value, low, high));
    });
}

void add(const std::uint8_t* a, const std::uint8_t* b, const ByteTable::Sum& sum, std::uint8_t* y,
    std::int64_t n)
{
    (sum.isSigned ? addRow<true> : addRow<false>)(a, b, sum, y, n);
}

template <bool isSigned>
void multiplyRow(const std::uint8_t* a, const std::uint8_t* b, const ByteTable::Product& product,
    std::uint8_t* y, std::int64_t n)
{
    const auto low = allFloats(isSigned ? -128.0f : 0.0f);
    const auto high = allFloats(isSigned ? 127.0f : 255.0f);
    combineBytes<isSigned>(a, b, y, n, [=](const std::uint8_t* left, const std::uint8_t* right) {
        const Floats value = (floatsOf(widened<isSigned>(left)) - product.zeroA)
                * (floatsOf(widened<isSigned>(right)) - product.zeroB) * product.scale
            + product.zeroY;
        return rounded(clamped(value, low, high));
    });
}

void multiply(const std::uint8_t* a, const std::uint8_t* b, const ByteTable::Product& product,
    std::uint8_t* y, std::int64_t n)
{
    (product.isSigned ? multiplyRow<true> : multiplyRow<false>)(a, b, product, y, n);
}

template <bool isSigned>
void accumulateBytes(const std::uint8_t* x, std::int32_t* sums, std::int64_t n)
{
    forVectors(
        n,
        [=](std::int64_t i) {
            storeAs(widened<isSigned>(x + i) + loadAs<Ints>(sums + i), sums + i);
        },
        [=](std::int64_t i, std::int64_t count) {
            for (std::int64_t k = i; k < i + count; ++k)
                sums[k] += isSigned ? static_cast<std::int8_t>(x[k]) : x[k];
        });
}

void accumulate(const std::uint8_t* x, bool isSigned, std::int32_t* sums, std::int64_t n)
{
    (isSigned ? accumulateBytes<true> : accumulateBytes<false>)(x, sums, n);
}

template <typename T>
void largestOf(const T* const* x, std::int64_t count, T* y, std::int64_t n)
{
    typedef T Bytes __attribute__((vector_size(groupBytes)));
    std::int64_t i = 0;
    for (; i + groupBytes <= n; i += groupBytes) {
        auto most = loadAs<Bytes>(x[0] + i);
        for (std::int64_t k = 1; k < count; ++k) {
            const auto next = loadAs<Bytes>(x[k] + i);
            most = next > most ? next : most;
        }
        storeAs(most, y + i);
    }
    for (; i < n; ++i) {
        y[i] = x[0][i];
        for (std::int64_t k = 1; k < count; ++k)
            y[i] = x[k][i] > y[i] ? x[k][i] : y[i];
    }
}

void largest(const std::uint8_t* const* x, std::int64_t count, bool isSigned, std::uint8_t* y,
    std::int64_t n)
{
    if (isSigned)
        return largestOf(reinterpret_cast<const std::int8_t* const*>(x), count,
            reinterpret_cast<std::int8_t*>(y), n);
    largestOf(x, count, y, n);
}

void quantize(const float* x, std::uint8_t* y, std::int64_t n, float scale, int zero, bool isSigned)
{
    const auto low = allFloats(static_cast<float>((isSigned ? -128 : 0) - zero));
    const auto high = allFloats(static_cast<float>((isSigned ? 127 : 255) - zero));
    const auto code = [=](const float* p) {
        return rounded(clamped(loadAs<Floats>(p) / scale, low, high)) + zero;
    };
    forVectors(
        n, [=](std::int64_t i) { narrow(code(x + i), y + i); },
        [=](std::int64_t i, std::int64_t count) {
            std::uint8_t results[lanes];
            narrow(code(Padded(x + i, count).elements), results);
            copyFirst(results, y + i, count);
        });
}

template <bool isSigned>
void dequantizeRow(const std::uint8_t* x, float* y, std::int64_t n, float scale, int zero)
{
    const auto number
        = [=](const std::uint8_t* p) { return floatsOf(widened<isSigned>(p) - zero) * scale; };
    forVectors(
        n, [=](std::int64_t i) { storeAs(number(x + i), y + i); },
        [=](std::int64_t i, std::int64_t count) {
            float results[lanes];
            storeAs(number(Padded(x + i, count).elements), results);
            copyFirst(results, y + i, count);
        });
}

void dequantize(
    const std::uint8_t* x, float* y, std::int64_t n, float scale, int zero, bool isSigned)
{
    (isSigned ? dequantizeRow<true> : dequantizeRow<false>)(x, y, n, scale, zero);
}

void widenRange(const float* x, std::int64_t n, float& low, float& high)
{
    Floats least = allFloats(low);
    Floats most = allFloats(high);
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto v = loadAs<Floats>(x + i);
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    for (int k = 0; k < lanes; ++k) {
        low = least[k] < low ? least[k] : low;
        high = most[k] > high ? most[k] : high;
    }
    for (; i < n; ++i) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
}

template <typename Product, bool isSigned, int vectors, int rows>
consteval ByteTable::Tile tileOf()
{
    if constexpr (rows <= Product::maxRows)
        return tile<Product, isSigned, vectors, rows>;
    else
        return nullptr;
}

#if defined(__AVX2__) && !defined(__AVX512F__)
constexpr int panelVectors = 2; // 16 registers
#else
constexpr int panelVectors = 4;
#endif

template <typename Product, bool isSigned, int vectors, int rows>
consteval ByteTable::TileToBytes tileToBytesOf()
{
#if defined(__AVX512F__)
    if constexpr (std::is_same_v<Product, Vnni>)
        return tileToBytes<isSigned, vectors, rows>;
#endif
    return nullptr;
}

template <typename Product, bool isSigned, int vectors>
consteval void addTiles(ByteTable& table)
{
    auto& tiles = table.tile[isSigned ? 1 : 0][vectors - 1];
    tiles[0] = tileOf<Product, isSigned, vectors, 1>();
    tiles[1] = tileOf<Product, isSigned, vectors, 2>();
    tiles[2] = tileOf<Product, isSigned, vectors, 3>();
    tiles[3] = tileOf<Product, isSigned, vectors, 4>();
    tiles[4] = tileOf<Product, isSigned, vectors, 5>();
    tiles[5] = tileOf<Product, isSigned, vectors, 6>();
    auto& byteTiles = table.tileToBytes[isSigned ? 1 : 0][vectors - 1];
    byteTiles[0] = tileToBytesOf<Product, isSigned, vectors, 1>();
    byteTiles[1] = tileToBytesOf<Product, isSigned, vectors, 2>();
    byteTiles[2] = tileToBytesOf<Product, isSigned, vectors, 3>();
    byteTiles[3] = tileToBytesOf<Product, isSigned, vectors, 4>();
    byteTiles[4] = tileToBytesOf<Product, isSigned, vectors, 5>();
    byteTiles[5] = tileToBytesOf<Product, isSigned, vectors, 6>();
    if constexpr (vectors < panelVectors)
        addTiles<Product, isSigned, vectors + 1>(table);
}

#define OPSCOPE_TEXT2(x) #x
#define OPSCOPE_TEXT(x) OPSCOPE_TEXT2(x)

template <typename Product>
consteval auto depthwiseQuadsOf() -> decltype(ByteTable::depthwiseQuads)
{
#if defined(__AVX512F__)
    if constexpr (std::is_same_v<Product, Vnni>)
        return depthwiseQuads;
#endif
    return nullptr;
}

template <typename Product>
consteval ByteTable makeByteTable(const char* name)
{
    ByteTable table { name, lanes, panelVectors, Product::maxRows, {}, {}, pack, depthwise,
        depthwiseQuadsOf<Product>(), transpose, toBytes, toFloats, add, multiply, accumulate,
        largest, quantize, dequantize, widenRange };
    addTiles<Product, false, 1>(table);
    addTiles<Product, true, 1>(table);
    return table;
}

} // namespace

extern const ByteTable byteTable;
constinit const ByteTable byteTable = makeByteTable<Wide>(OPSCOPE_TEXT(OPSCOPE_ISA));
#if defined(__AVX512F__)
extern const ByteTable byteTableVnni;
constinit const ByteTable byteTableVnni = makeByteTable<Vnni>("avx512 vnni");
#endif

} // namespace engine::OPSCOPE_ISA
