#include "engine/cpu/byte_table.h"

#include "engine/cpu/isa/byte_codes.h"
#include "engine/cpu/isa/byte_depthwise.h"

#include <type_traits>

// Products of bytes, and rows of bytes. This file is compiled without contraction of floating-point
// operations: results are those of the separate operations.

namespace engine::OPSCOPE_ISA {

namespace {

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

/// toFloats for the columns of one vector from `column` on.
template <bool hasBias>
void vectorToFloats(const std::int32_t* sums, const ByteTable::ToFloats& rule, std::int64_t column,
    float* y, const ByteTable::Rows& rows)
{
    const auto count = rows.width - column;
    const auto offsets = loadFirst<Ints>(rule.offsets + column, count);
    const auto factors = loadFirst<Floats>(rule.factors + column, count);
    const auto bias = hasBias ? loadFirst<Floats>(rule.bias + column, count) : Floats {};
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const auto* const from = sums + r * rows.from + column;
        float* const to = y + r * rows.to + column;
        const Floats scaled = floatsOf(loadFirst<Ints>(from, count) + offsets) * factors;
        const Floats value = hasBias ? scaled + bias : scaled;
        if (count >= lanes) {
            storeAs(value, to);
        } else {
            float results[lanes];
            storeAs(value, results);
            copyFirst(results, to, count);
        }
    }
}

void toFloats(const std::int32_t* sums, const ByteTable::ToFloats& rule, float* y,
    const ByteTable::Rows& rows)
{
    const auto vector = rule.bias != nullptr ? vectorToFloats<true> : vectorToFloats<false>;
    for (std::int64_t column = 0; column < rows.width; column += lanes)
        vector(sums, rule, column, y, rows);
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
