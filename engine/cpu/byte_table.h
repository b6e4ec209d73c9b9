#pragma once

#include <cstdint>

namespace engine {

/// Loops over 8-bit integers, one table per instruction set as in engine/cpu/vector_table.h.
///
/// A product multiplies unsigned bytes of rows by signed bytes of columns, and adds in 32 bits that
/// wrap around; nothing saturates. Columns are packed in panels of up to `vectors` * `lanes`
/// columns, in which four steps (a quad) of a column are neighbours:
///
///     quad 0: c0 c0 c0 c0  c1 c1 c1 c1  ...      quad 1: c0 c0 c0 c0  c1 ...
///
/// Rows of signed bytes are read with the sign bit flipped, which adds 128 to each element.
struct ByteTable {
    static constexpr int maxRows = 6;
    static constexpr int maxVectors = 4;

    const char* name;
    int lanes; ///< columns of a vector
    int vectors; ///< of a full panel
    int rows; ///< of the largest tile

    /// The product of some rows with a panel: sums[r * width + c] = sum over taps t and bytes i < 4
    /// * quads of rows[r * taps + t][i] times column c, where `width` is lanes times the vectors of
    /// the panel. Panels hold tap after tap. Meanwhile `next` is fetched from memory, `fetched`
    /// bytes per quad.
    struct TileRows {
        const std::uint8_t* const* rows;
        std::int64_t taps;
        std::int64_t quads;
        const std::int8_t* panel;
        const std::int8_t* next;
        std::int64_t fetched;
    };
    using Tile = void (*)(const TileRows& product, std::int32_t* sums);
    /// tile[rows are signed][vectors - 1][rows - 1]
    Tile tile[2][maxVectors][maxRows];

    struct ToBytes;
    /// A tile whose sums become bytes as by toBytes, in rows `stride` apart. `sums` has room for
    /// those of the tile.
    using TileToBytes = void (*)(const TileRows& product, const ToBytes& rule, std::int32_t* sums,
        std::uint8_t* y, std::int64_t stride);
    /// Like `tile`; null without VNNI.
    TileToBytes tileToBytes[2][maxVectors][maxRows];

    /// Packs a quad of n columns whose bytes i are x[i][c]: y[4 * c + i] = x[i][c], less 128 if the
    /// bytes are unsigned. Adds the packed bytes of each column to its sum.
    void (*pack)(const std::uint8_t* const* x, bool isSigned, std::int8_t* y, std::int32_t* sums,
        std::int64_t n);

    /// sums[c] = sum over pairs p of x[2 * p][shift + c] * first + x[2 * p + 1][shift + c] *
    /// second. weights[p * n + c] holds `first` in its lower and `second` in its upper half, both
    /// signed.
    void (*depthwise)(const std::uint8_t* const* x, std::int64_t shift, std::int64_t pairs,
        bool isSigned, const std::int32_t* weights, std::int32_t* sums, std::int64_t n);

    /// Windows of a depthwise convolution, `step` bytes apart: sums[i * channels + c] = sum over
    /// taps t < 4 * quads of x[t][i * step + c] times the weight of tap and channel. Signed bytes
    /// are read with the sign bit flipped. Weights are signed, by groups of 64 channels, then by
    /// quads of taps; the 4 * 64 bytes of a quad are those of channel 16 * b + 4 * a + c, tap d, in
    /// the order [a][b][c][d], each index up to 4.
    struct Depthwise {
        const std::uint8_t* const* x;
        std::int64_t step;
        std::int64_t windows;
        std::int64_t quads;
        const std::int8_t* weights;
        std::int64_t channels;
        bool isSigned;
    };
    static constexpr std::int64_t depthwiseGroup = 64;
    /// Null without VNNI.
    void (*depthwiseQuads)(const Depthwise& product, std::int32_t* sums);

    /// Transposes 16 rows of 16 bytes: to[c * toStride + r] = from[r * fromStride + c].
    void (*transpose)(
        const std::uint8_t* from, std::int64_t fromStride, std::uint8_t* to, std::int64_t toStride);
    static constexpr std::int64_t transposeSide = 16;

    /// Rows of sums and of the results that are made of them, `width` each.
    struct Rows {
        std::int64_t count = 1;
        std::int64_t width = 0;
        std::int64_t from = 0; ///< distance of rows of sums
        std::int64_t to = 0; ///< distance of rows of results
    };
    /// Conversion of sums to bytes: y = clamp(round((sum + offset) * factor) + zero), halves to
    /// even. The result is that of the exact factor in double. It is computed with two factors in
    /// float, one on each side of the exact one; where the results differ, with the exact factor. A
    /// factor that no float brackets has `below` infinite and `above` 0: it always uses `exact`.
    struct ToBytes {
        const std::int32_t* offsets; ///< by column, like the factors
        const float* below; ///< slightly smaller in magnitude than `exact`
        const float* above; ///< slightly larger in magnitude
        const double* exact;
        int zero;
        int low; ///< least result
        int high;
    };
    void (*toBytes)(
        const std::int32_t* sums, const ToBytes& rule, std::uint8_t* y, const Rows& rows);
    /// y = float(sum + offset) * factor + bias, each operation rounded; null bias = 0.
    struct ToFloats {
        const std::int32_t* offsets; ///< by column, like the others
        const float* factors;
        const float* bias;
    };
    void (*toFloats)(const std::int32_t* sums, const ToFloats& rule, float* y, const Rows& rows);

    /// y = clamp(round(b * scaleB + (a * scaleA + constant))), each operation rounded.
    struct Sum {
        float scaleA, scaleB, constant;
        bool isSigned;
    };
    void (*add)(const std::uint8_t* a, const std::uint8_t* b, const Sum& sum, std::uint8_t* y,
        std::int64_t n);
    /// y = clamp(round((a - zeroA) * (b - zeroB) * scale + zeroY)), each operation rounded.
    struct Product {
        float scale, zeroA, zeroB, zeroY;
        bool isSigned;
    };
    void (*multiply)(const std::uint8_t* a, const std::uint8_t* b, const Product& product,
        std::uint8_t* y, std::int64_t n);
    /// sums[i] += x[i]
    void (*accumulate)(const std::uint8_t* x, bool isSigned, std::int32_t* sums, std::int64_t n);
    /// y[i] = the largest of x[k][i], k < count; count > 0.
    void (*largest)(const std::uint8_t* const* x, std::int64_t count, bool isSigned,
        std::uint8_t* y, std::int64_t n);

    /// y = clamp(round(x / scale) + zero), halves to even; int8 if `isSigned`, else uint8. NaN
    /// becomes the lowest value.
    void (*quantize)(
        const float* x, std::uint8_t* y, std::int64_t n, float scale, int zero, bool isSigned);
    /// y = (x - zero) * scale
    void (*dequantize)(
        const std::uint8_t* x, float* y, std::int64_t n, float scale, int zero, bool isSigned);
    /// Widens the range by the elements of x; NaN is ignored.
    void (*widenRange)(const float* x, std::int64_t n, float& low, float& high);
};

/// Returns the table for instructionSet(), with VNNI where the processor has it.
const ByteTable& byteTable();

namespace baseline {
extern const ByteTable byteTable;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const ByteTable byteTable;
}
namespace avx512 {
extern const ByteTable byteTable;
extern const ByteTable byteTableVnni;
}
#endif

} // namespace engine
