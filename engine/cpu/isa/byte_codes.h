#pragma once

// Sums that become bytes, from memory and from the registers of a tile. A part of byte_table.cpp,
// which alone includes it.

#include "engine/cpu/isa/byte_tiles.h"

namespace engine::OPSCOPE_ISA {

namespace {

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

} // namespace

} // namespace engine::OPSCOPE_ISA
