#pragma once

#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"
#include "engine/reference/multiply.h"

#include <optional>

namespace engine {

/// c[m, n] = a[m, k] * b[k, n] in float, by tiles that stay in registers:
///
///             b: panels of `columns`
///             |  |  |  |  |
///     a:  --  [tile]
///         --
///
/// The sum is cut into pieces of some steps, so that a panel of b stays in the first cache while
/// all panels of a pass by; blocks of c are what threads share out. A PanelSource says where a
/// panel's numbers lie: in packed weights, in a matrix that is packed on the way, or under the
/// windows of a convolution.
///
/// Panel sizes are those of productTable() when the source was made.
struct ProductSize {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// A panel for some steps of the sum: the numbers of a step are neighbours, steps lie `stride`
/// apart.
struct PanelView {
    const float* data = nullptr;
    std::int64_t stride = 0;
};

class PanelSource {
public:
    virtual ~PanelSource() = default;
    /// Steps [first, last) of a panel. `buffer` has room for them; what is returned may lie
    /// elsewhere. Columns beyond the last are zero.
    virtual PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const = 0;
};

enum class PanelKind {
    Rows, ///< of a: as high as the matrix has rows left
    Columns, ///< of b: always of full width
};

/// Panels along the rows (or columns) of a matrix in memory; packed when they are read unless they
/// lie right already.
class MatrixPanels final : public PanelSource {
public:
    /// `across` counts rows of a, or columns of b.
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

/// Panels that were packed once, for weights.
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

/// What happens to a finished block: c = activation(alpha * c + perRow + perColumn + beta * added).
struct ProductEnd {
    float alpha = 1;
    const float* perRow = nullptr;
    const float* perColumn = nullptr;
    MatrixView<float> added; ///< strides 0 repeat; no data = nothing added
    float beta = 1;
    std::optional<UnaryChoice> activation;
};

/// Where a part of a row of c begins.
struct RowPlace {
    std::int64_t row = 0;
    std::int64_t column = 0;
};
/// What `end` says, for n elements of a row.
void finishRow(const ProductEnd& end, const RowPlace& place, float* c, std::int64_t n);

/// How a product is cut into blocks.
struct ProductBlocks {
    ProductSize size;
    std::int64_t rows = 0; ///< of a block
    std::int64_t columns = 0;
    std::int64_t rowBlocks = 0;
    std::int64_t columnBlocks = 0;

    std::int64_t count() const { return rowBlocks * columnBlocks; }
    /// Floats of memory that computing one block needs.
    std::int64_t bufferFloats() const;
    std::int64_t work() const { return size.m * size.n * size.k; }
};
/// `products` of this size are computed side by side.
ProductBlocks cutProduct(const ProductSize& size, std::int64_t products, int threads);

struct ProductTarget {
    float* data = nullptr;
    std::int64_t rowStride = 0;
};

/// Where a block lies in c.
struct BlockPlace {
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};
BlockPlace placeOf(const ProductBlocks& blocks, std::int64_t block);

/// Steps [first, last) of the sum for one block, which begins at `to`. At least one step.
struct StepRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};
void sumBlock(const BlockPlace& place, const StepRange& steps, const PanelSource& a,
    const PanelSource& b, const ProductTarget& to, float* buffer);

/// One block of c, finished.
void multiplyBlock(const ProductBlocks& blocks, std::int64_t block, const PanelSource& a,
    const PanelSource& b, const ProductTarget& c, const ProductEnd& end, float* buffer);

/// Memory for each thread that computes items of some work.
struct ItemBuffers {
    float* data = nullptr;
    std::int64_t share = 0; ///< floats of one thread
    std::int64_t slots = 1; ///< threads
    std::stop_token stop;
};
Result<ItemBuffers> itemBuffers(
    RunContext& context, std::int64_t items, std::int64_t bufferFloats, std::int64_t work);

/// Calls body(item, buffer of that thread) for every item, over the threads that `buffers` provide
/// for. Stops between items if asked to.
void forEachItem(const ItemBuffers& buffers, std::int64_t items,
    const std::function<void(std::int64_t, float*)>& body);

/// Both, for work that is done once in a run: as many threads as `work` multiply-adds pay for.
Result<void> forEachItem(RunContext& context, std::int64_t items, std::int64_t bufferFloats,
    std::int64_t work, const std::function<void(std::int64_t, float*)>& body);

/// The whole product.
void multiplyAll(const ProductBlocks& blocks, const PanelSource& a, const PanelSource& b,
    const ProductTarget& c, const ProductEnd& end, const ItemBuffers& buffers);

} // namespace engine
