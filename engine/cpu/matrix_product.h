#pragma once

#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"
#include "engine/reference/multiply.h"

#include <array>
#include <optional>

namespace engine {

/// c[m, n] = a[m, k] * b[k, n] in float, by tiles that stay in registers:
///
///             b: panels of `columns`
///             |  |  |  |  |
///     a:  --  [tile]
///         --
///
/// The sum over k is split into pieces, so that a panel of b stays in the L1 cache while all panels
/// of a use it. Threads compute separate blocks of c. A PanelSource provides the numbers of a
/// panel: from packed weights, from a matrix that is packed when it is read, or from the windows of
/// a convolution. A step is one index of k.
///
/// Panel sizes are those of productTable() when the source was created.
struct ProductSize {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// Some steps of a panel. The numbers of a step are contiguous; steps are `stride` floats apart.
struct PanelView {
    const float* data = nullptr;
    std::int64_t stride = 0;
};

/// Provides the panels of one operand of a product.
class PanelSource {
public:
    virtual ~PanelSource() = default;
    /// Returns steps [first, last) of a panel. `buffer` has room for them, but the view may point
    /// elsewhere. Columns of b past the last one are zero.
    virtual PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const = 0;
};

enum class PanelKind {
    Rows, ///< panels of a; the last one has only the remaining rows
    Columns, ///< panels of b; always of full width
};

/// Panels of the rows (or columns) of a matrix in memory. They are packed when read, unless the
/// matrix can be read in place.
class MatrixPanels final : public PanelSource {
public:
    /// `across` is the number of rows of a, or of columns of b.
    MatrixPanels(PanelKind kind, MatrixView<float> matrix, std::int64_t across);
    PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const override;

private:
    PanelKind m_kind;
    const float* m_data;
    std::int64_t m_acrossStride;
    std::int64_t m_stepStride;
    std::int64_t m_across;
    std::int64_t m_width;
};

/// Panels that are packed once, at construction; used for weights.
class PackedPanels final : public PanelSource {
public:
    PackedPanels(PanelKind kind, MatrixView<float> matrix, std::int64_t across, std::int64_t depth);
    PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const override;

private:
    PanelKind m_kind;
    Tensor m_packed;
    std::int64_t m_across;
    std::int64_t m_depth;
    std::int64_t m_width;
};

/// Operations on a finished block: c = activation(alpha * c + perRow + perColumn + beta * added).
struct ProductEpilogue {
    float alpha = 1;
    const float* perRow = nullptr;
    const float* perColumn = nullptr;
    MatrixView<float> added; ///< a stride of 0 repeats; no data = nothing added
    float beta = 1;
    std::optional<UnaryChoice> activation;
};

/// Position in c of the first element of a part of a row.
struct RowPosition {
    std::int64_t row = 0;
    std::int64_t column = 0;
};
/// Applies `end` to n elements of a row, in place.
void finishRow(const ProductEpilogue& end, const RowPosition& place, float* c, std::int64_t n);

/// How a product is split into blocks.
struct ProductBlocks {
    ProductSize size;
    std::int64_t rows = 0; ///< of a block
    std::int64_t columns = 0;
    std::int64_t rowBlocks = 0;
    std::int64_t columnBlocks = 0;

    std::int64_t count() const { return rowBlocks * columnBlocks; }
    /// Floats of buffer memory that computing one block needs.
    std::int64_t bufferFloats() const;
    /// Multiply-adds; the largest number where they do not fit.
    std::int64_t work() const { return elementCount(std::array { size.m, size.n, size.k }); }
};
/// Splits a product for `threads` threads, which compute `products` products of this size together.
ProductBlocks cutProduct(const ProductSize& size, std::int64_t products, int threads);

/// Where a product is written: rows of c are `rowStride` floats apart.
struct ProductTarget {
    float* data = nullptr;
    std::int64_t rowStride = 0;
};

/// Position and size of a block in c.
struct BlockPlace {
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};
BlockPlace placeOf(const ProductBlocks& blocks, std::int64_t block);

/// Steps [first, last) of the sum, at least one.
struct StepRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};
/// Sums these steps for one block, which begins at `to`.
void sumBlock(const BlockPlace& place, const StepRange& steps, const PanelSource& a,
    const PanelSource& b, const ProductTarget& to, float* buffer);

/// Computes one block of c and applies `end` to it.
void multiplyBlock(const ProductBlocks& blocks, std::int64_t block, const PanelSource& a,
    const PanelSource& b, const ProductTarget& c, const ProductEpilogue& end, float* buffer);

/// Buffer memory for each thread of a loop over items.
struct ItemBuffers {
    float* data = nullptr;
    std::int64_t share = 0; ///< floats of one thread
    std::int64_t slots = 1; ///< threads
    std::stop_token stop;
};
/// Allocates the buffers in scratch memory, for as many threads as `work` multiply-adds justify.
Result<ItemBuffers> itemBuffers(
    RunContext& context, std::int64_t items, std::int64_t bufferFloats, std::int64_t work);

/// Calls body(item, buffer of the thread) for every item, in `buffers.slots` threads. Checks for a
/// stop request between items.
void forEachItem(const ItemBuffers& buffers, std::int64_t items,
    const std::function<void(std::int64_t, float*)>& body);

/// Allocates the buffers and runs the loop, for work that is done once in a run. Fails with
/// ErrorKind::Cancelled after a stop request.
Result<void> forEachItem(RunContext& context, std::int64_t items, std::int64_t bufferFloats,
    std::int64_t work, const std::function<void(std::int64_t, float*)>& body);

/// Computes all blocks of the product.
void multiplyAll(const ProductBlocks& blocks, const PanelSource& a, const PanelSource& b,
    const ProductTarget& c, const ProductEpilogue& end, const ItemBuffers& buffers);

} // namespace engine
