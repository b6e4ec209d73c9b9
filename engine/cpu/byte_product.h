#pragma once

#include "engine/cpu/byte_table.h"
#include "engine/kernel/kernel.h"

#include <functional>
#include <vector>

namespace engine {

/// c[rows, columns] = (a - zero of a)[rows, k] * (b - zeros of b)[k, columns] for matrices of
/// signed or unsigned bytes, exact in 32 bits, which wrap around:
///
///     sum (a - za)(b - zb) = sum a b  -  za * sum b  -  zb * sum a  +  k * za * zb
///
/// The first sum is that of ByteTable::tile. b is packed with signed bytes; its own sums are known
/// then. If b is constant and b - zb fits a signed byte, that is packed, and the last two terms
/// vanish; they are 0 too if all zb are 0. Otherwise a column of ones gives the sums of a.
///
/// k is split into taps of whole quads, so that a row of a convolution reads its window in place:
/// it has one pointer per tap.

/// A right operand in memory: element (tap t, byte i of the tap, column c) is data[t * tap + i *
/// step + c * column].
struct ByteColumns {
    const std::uint8_t* data = nullptr;
    bool isSigned = false;
    std::int64_t columns = 0;
    std::int64_t taps = 1;
    std::int64_t depth = 0; ///< bytes of a tap
    std::int64_t tapStride = 0;
    std::int64_t stepStride = 0;
    std::int64_t columnStride = 0;
    std::vector<std::int32_t> zeros { 0 }; ///< one, or one per column
};

/// A packed right operand. Its layout is that of byteTable() when it was packed.
class PackedBytes {
public:
    /// The memory is that of the pool in force, or scratch memory of `context` if it is not null.
    static Result<PackedBytes> pack(const ByteColumns& source, RunContext* context = nullptr);

    std::int64_t columns() const { return m_columns; }
    std::int64_t taps() const { return m_taps; }
    std::int64_t quads() const { return m_quads; }
    std::int64_t panels() const { return m_panels; }
    /// Vectors of a panel; the last panel may have fewer.
    int vectors(std::int64_t panel) const;
    const std::int8_t* panel(std::int64_t panel) const;
    /// The column of ones, one vector wide; null if it is not needed.
    const std::int8_t* ones() const;
    /// What is added to the sums of column c if all rows of a have the zero point `zero` (that of
    /// unsigned bytes: 128 more than that of signed ones): -zero * sum b + k * zero * zb.
    std::int32_t offset(std::int64_t column, std::int32_t zero) const;
    /// The zero points of columns that are multiplied by the sums of a; empty if not needed.
    const std::vector<std::int32_t>& zeros() const { return m_zeros; }

private:
    explicit PackedBytes(const ByteColumns& source);
    struct ColumnRange {
        std::int64_t first, count;
    };
    void fill(const ByteColumns& source, std::int8_t* packed, std::span<const std::int32_t> centres,
        int threads);
    /// `isByRows`: quads are packed a row of columns at a time.
    void fillPanel(const ByteColumns& source, ColumnRange columns, bool isByRows,
        std::int8_t* packed, std::span<const std::int32_t> centres);
    /// Packs the bytes of a column from `first` on, where they lie one after the other.
    void fillColumn(const ByteColumns& source, std::int64_t tap, std::int64_t first,
        std::int64_t column, std::int64_t quadBytes, std::int8_t* to,
        std::span<const std::int32_t> centres);
    /// Packs one byte of some columns.
    void fillStep(const ByteColumns& source, std::int64_t tap, std::int64_t step,
        ColumnRange columns, std::int8_t* to, std::span<const std::int32_t> centres);

    std::int64_t m_columns;
    std::int64_t m_taps;
    std::int64_t m_quads;
    std::int64_t m_panels;
    std::int64_t m_k; ///< bytes of a column, without those that fill quads
    Tensor m_packed; ///< the panels, then the column of ones
    std::vector<std::int32_t> m_sums; ///< by column
    std::vector<std::int32_t> m_zeros;
};

/// The left operand: writes the pointers of rows [first, first + count), taps() for each.
using FillRows
    = std::function<void(std::int64_t first, std::int64_t count, const std::uint8_t** to)>;
/// Finished sums of some rows and columns, without offset(); sums[r * stride + c].
struct SumTile {
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int32_t* sums = nullptr;
    std::int64_t stride = 0;
};
/// Called from any thread; may change the sums.
using FinishBytes = std::function<void(const SumTile& tile)>;

struct ByteRows {
    std::int64_t count = 0;
    bool isSigned = false;
    FillRows fill;
    std::int64_t firstColumn = 0; ///< is added to the columns of tiles
};

/// Where sums that become bytes are written: row r begins at y + r * stride. `rule` is that of all
/// columns.
struct ByteTarget {
    ByteTable::ToBytes rule;
    std::uint8_t* y = nullptr;
    std::int64_t stride = 0;
};

/// Computes all rows. With a target, tiles that can be written to it from registers are not
/// finished otherwise. Fails with ErrorKind::Cancelled after a stop request.
Result<void> multiplyBytes(RunContext& context, const ByteRows& rows, const PackedBytes& b,
    const FinishBytes& finish, const ByteTarget* target = nullptr);

} // namespace engine
