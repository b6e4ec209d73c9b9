#pragma once

#include <cstdint>

namespace engine {

/// Weights of 2, 4 or 8 bits with a scale and a zero point for each column and block of k. Groups
/// of 16 columns are contiguous, then blocks:
///
///     codes   [group][block][vector of 64 bytes], block * bits / 32 vectors. Byte 4 * c + j of
///             vector v holds in bits s * bits the code of column c and k = (v * 8 / bits + s) * 4
///             + j
///     scales  [group][block][column]
///     zeros   the same, or null: `zero` everywhere, an integer
///     bias    [column], or null
struct PackedColumns {
    static constexpr std::int64_t group = 16;

    const std::uint8_t* codes = nullptr;
    const float* scales = nullptr;
    const float* zeros = nullptr;
    const float* bias = nullptr;
    std::int32_t zero = 0;
    std::int64_t blocks = 0;
    std::int64_t block = 0; ///< k of one block, 16 to 256, a power of two
    int bits = 4;

    std::int64_t groupBytes() const { return blocks * block * bits / 32 * 64; }
    /// The same columns from group `index` on.
    PackedColumns from(std::int64_t index) const
    {
        auto columns = *this;
        columns.codes += index * groupBytes();
        columns.scales += index * blocks * group;
        columns.zeros = zeros == nullptr ? nullptr : zeros + index * blocks * group;
        columns.bias = bias == nullptr ? nullptr : bias + index * group;
        return columns;
    }
};

/// Rows of numbers, padded with zeros to complete blocks.
struct ExactRows {
    const float* values = nullptr;
    std::int64_t stride = 0; ///< of rows
};

/// Rows in 8 bits: number = value * scale of the block.
struct QuantizedRows {
    std::int8_t* values = nullptr; ///< [row][block][k in the block]
    float* scales = nullptr; ///< [row][block]
    std::int32_t* sums = nullptr; ///< of the values, [row][block]
};

/// Products with packed weights, one table per instruction set. The sum of a block is computed
/// before it is scaled.
struct PackedProductTable {
    static constexpr int widths = 3; ///< weights of 2, 4 and 8 bits
    /// c[rows, 16 * groups] = a * weights + bias. Rows of c are cStride apart.
    template <typename Rows>
    using Product = void (*)(const PackedColumns& weights, std::int64_t groups, const Rows& a,
        std::int64_t rows, float* c, std::int64_t cStride);

    const char* name;
    Product<ExactRows> exact[widths];
    Product<QuantizedRows> bytes[widths]; ///< null without a fast product of bytes
    /// Rounds one block to 8 bits; its largest magnitude becomes 127. The scale is NaN if a number
    /// is not finite. `n` is a multiple of 16.
    void (*quantize)(
        const float* x, std::int64_t n, std::int8_t* values, float* scale, std::int32_t* sum);
    /// Writes (code - zero) * scale of the steps [first, last) of k: 16 columns of a group from
    /// `column` on if `columns` is 16, the first or second half if it is 8. Steps are `stride`
    /// apart.
    void (*unpack[widths])(const PackedColumns& weights, std::int64_t column, std::int64_t columns,
        std::int64_t first, std::int64_t last, float* to, std::int64_t stride);
};

/// Index of weights of 2, 4 or 8 bits in the arrays of the table.
inline int packedWidth(std::int64_t bits) { return bits == 2 ? 0 : bits == 4 ? 1 : 2; }

/// The table for instructionSet() and this processor.
const PackedProductTable& packedProductTable();

namespace baseline {
extern const PackedProductTable packedProducts;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const PackedProductTable packedProducts;
}
namespace avx512 {
extern const PackedProductTable packedProducts;
extern const PackedProductTable packedProductsVnni;
}
#endif

} // namespace engine
