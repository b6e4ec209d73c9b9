#include "engine/cpu/matrix_product.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace engine {

namespace {

/// Fewer multiply-adds than this per thread do not justify another thread.
constexpr std::int64_t workPerThread = 64 * 1024;
constexpr std::int64_t maxRowPanels = 32;
constexpr std::int64_t maxColumnPanels = 8;

/// Steps that are summed at once. A panel of b of this depth takes three quarters of an L1 cache of
/// 32 KiB.
std::int64_t depthBlock() { return 6144 / productTable().columns; }

std::int64_t panelWidth(PanelKind kind)
{
    return kind == PanelKind::Rows ? productTable().rows : productTable().columns;
}

std::int64_t piecesOf(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

/// Packs `used` of `width` numbers of each step contiguously; the others become zero.
void packSteps(const float* data, std::int64_t acrossStride, std::int64_t stepStride,
    std::int64_t used, std::int64_t width, std::int64_t steps, float* to)
{
    if (acrossStride == 1) {
        for (std::int64_t p = 0; p < steps; ++p) {
            std::memcpy(to + p * width, data + p * stepStride,
                static_cast<std::size_t>(used) * sizeof(float));
            std::fill(to + p * width + used, to + (p + 1) * width, 0.0f);
        }
        return;
    }
    if (used < width)
        std::fill_n(to, steps * width, 0.0f);
    // In squares: rows are read along their memory, and the written lines stay in the L1 cache.
    constexpr std::int64_t square = 16;
    for (std::int64_t p0 = 0; p0 < steps; p0 += square) {
        const auto p1 = std::min(steps, p0 + square);
        for (std::int64_t i = 0; i < used; ++i) {
            const float* from = data + i * acrossStride;
            for (auto p = p0; p < p1; ++p)
                to[p * width + i] = from[p * stepStride];
        }
    }
}

/// A tile at the right edge is computed in a buffer; copyTileEdge copies its valid columns to c.
struct TileEdge {
    std::int64_t rows;
    std::int64_t columns;
};
void copyTileEdge(
    const float* tile, const TileEdge& edge, float* c, std::int64_t cStride, bool accumulates)
{
    const auto width = productTable().columns;
    for (std::int64_t r = 0; r < edge.rows; ++r) {
        for (std::int64_t j = 0; j < edge.columns; ++j)
            c[r * cStride + j] = (accumulates ? c[r * cStride + j] : 0.0f) + tile[r * width + j];
    }
}

} // namespace

MatrixPanels::MatrixPanels(PanelKind kind, MatrixView<float> matrix, std::int64_t across)
    : m_kind(kind)
    , m_data(matrix.data)
    , m_acrossStride(kind == PanelKind::Rows ? matrix.rowStride : matrix.columnStride)
    , m_stepStride(kind == PanelKind::Rows ? matrix.columnStride : matrix.rowStride)
    , m_across(across)
    , m_width(panelWidth(kind))
{
}

PanelView MatrixPanels::read(
    std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const
{
    const float* data = m_data + panel * m_width * m_acrossStride + first * m_stepStride;
    const auto used = std::min(m_width, m_across - panel * m_width);
    const auto width = m_kind == PanelKind::Rows ? used : m_width;
    if (used == width && (m_acrossStride == 1 || width == 1)
        && (m_kind == PanelKind::Rows || m_stepStride < 1024))
        return { data, m_stepStride }; // steps of b farther apart lie on different pages
    packSteps(data, m_acrossStride, m_stepStride, used, width, last - first, buffer);
    return { buffer, width };
}

PackedPanels::PackedPanels(
    PanelKind kind, MatrixView<float> matrix, std::int64_t across, std::int64_t depth)
    : m_kind(kind)
    , m_across(across)
    , m_depth(depth)
    , m_width(panelWidth(kind))
{
    const auto panels = piecesOf(across, m_width);
    m_packed = makeTensor(ElementType::Float, { panels * m_width * depth });
    const auto acrossStride = kind == PanelKind::Rows ? matrix.rowStride : matrix.columnStride;
    const auto stepStride = kind == PanelKind::Rows ? matrix.columnStride : matrix.rowStride;
    for (std::int64_t panel = 0; panel < panels; ++panel) {
        const auto used = std::min(m_width, across - panel * m_width);
        const auto width = kind == PanelKind::Rows ? used : m_width;
        packSteps(matrix.data + panel * m_width * acrossStride, acrossStride, stepStride, used,
            width, depth, floats(m_packed) + panel * m_width * depth);
    }
}

PanelView PackedPanels::read(std::int64_t panel, std::int64_t first, std::int64_t, float*) const
{
    const auto width
        = m_kind == PanelKind::Rows ? std::min(m_width, m_across - panel * m_width) : m_width;
    return { floats(m_packed) + panel * m_width * m_depth + first * width, width };
}

std::int64_t ProductBlocks::bufferFloats() const
{
    const auto depth = std::min(size.k, depthBlock());
    return (rows + productTable().columns) * depth
        + std::int64_t(productTable().rows) * productTable().columns;
}

ProductBlocks cutProduct(const ProductSize& size, std::int64_t products, int threads)
{
    const auto& table = productTable();
    ProductBlocks blocks;
    blocks.size = size;
    // At least one panel, also for an empty product, which then has no blocks.
    auto rowPanels = std::clamp<std::int64_t>(piecesOf(size.m, table.rows), 1, maxRowPanels);
    auto columnPanels
        = std::clamp<std::int64_t>(piecesOf(size.n, table.columns), 1, maxColumnPanels);
    const auto work = elementCount(std::array { products, blocks.work() });
    threads = static_cast<int>(std::min<std::int64_t>(threads, work / workPerThread + 1));
    // Aims at two blocks per thread by splitting columns, then at one per thread. Columns are split
    // first: splitting rows packs the panels of b again for each block.
    const auto count = [&] {
        return products * piecesOf(size.m, rowPanels * table.rows)
            * piecesOf(size.n, columnPanels * table.columns);
    };
    while (columnPanels > 2 && count() < 2 * threads)
        columnPanels = piecesOf(columnPanels, 2);
    while (rowPanels > 2 && count() < threads)
        rowPanels = piecesOf(rowPanels, 2);
    while (columnPanels > 1 && count() < threads)
        columnPanels = piecesOf(columnPanels, 2);
    blocks.rows = rowPanels * table.rows;
    blocks.columns = columnPanels * table.columns;
    blocks.rowBlocks = piecesOf(size.m, blocks.rows);
    blocks.columnBlocks = piecesOf(size.n, blocks.columns);
    return blocks;
}

namespace {

enum class Sum { Begins, GoesOn };

/// Does what sumBlock does, for steps that fit in the L1 cache.
void sumSteps(const BlockPlace& place, const StepRange& steps, const PanelSource& a,
    const PanelSource& b, const ProductTarget& c, Sum sum, float* buffer)
{
    const auto& table = productTable();
    const auto [first, last] = steps;
    const auto depth = last - first;
    const bool accumulates = sum == Sum::GoesOn;
    std::array<PanelView, maxRowPanels> rowPanels;
    const auto panels = piecesOf(place.rows, table.rows);
    for (std::int64_t i = 0; i < panels; ++i)
        rowPanels[i]
            = a.read(place.row / table.rows + i, first, last, buffer + i * table.rows * depth);
    float* tile = buffer + panels * table.rows * depth;
    float* columnBuffer = tile + table.rows * table.columns;
    for (std::int64_t j = 0; j < place.columns; j += table.columns) {
        const auto column = b.read((place.column + j) / table.columns, first, last, columnBuffer);
        const auto columns = std::min<std::int64_t>(table.columns, place.columns - j);
        for (std::int64_t i = 0; i < panels; ++i) {
            const auto rows = std::min<std::int64_t>(table.rows, place.rows - i * table.rows);
            const auto& row = rowPanels[i];
            const auto compute = table.tile[rows - 1];
            float* to = c.data + i * table.rows * c.rowStride + j;
            if (columns == table.columns) {
                compute(row.data, row.stride, column.data, column.stride, to, c.rowStride, depth,
                    accumulates);
                continue;
            }
            compute(row.data, row.stride, column.data, column.stride, tile, table.columns, depth,
                false);
            copyTileEdge(tile, { rows, columns }, to, c.rowStride, accumulates);
        }
    }
}

} // namespace

BlockPlace placeOf(const ProductBlocks& blocks, std::int64_t block)
{
    BlockPlace place { block / blocks.columnBlocks * blocks.rows,
        block % blocks.columnBlocks * blocks.columns, 0, 0 };
    place.rows = std::min(blocks.rows, blocks.size.m - place.row);
    place.columns = std::min(blocks.columns, blocks.size.n - place.column);
    return place;
}

void sumBlock(const BlockPlace& place, const StepRange& steps, const PanelSource& a,
    const PanelSource& b, const ProductTarget& to, float* buffer)
{
    const auto pace = depthBlock();
    for (auto first = steps.first; first < steps.last; first += pace)
        sumSteps(place, { first, std::min(steps.last, first + pace) }, a, b, to,
            first == steps.first ? Sum::Begins : Sum::GoesOn, buffer);
}

void multiplyBlock(const ProductBlocks& blocks, std::int64_t block, const PanelSource& a,
    const PanelSource& b, const ProductTarget& c, const ProductEpilogue& end, float* buffer)
{
    const auto place = placeOf(blocks, block);
    float* to = c.data + place.row * c.rowStride + place.column;
    sumBlock(place, { 0, blocks.size.k }, a, b, { to, c.rowStride }, buffer);
    for (std::int64_t r = 0; r < place.rows; ++r) {
        if (blocks.size.k == 0)
            std::fill_n(to + r * c.rowStride, place.columns, 0.0f);
        finishRow(end, { place.row + r, place.column }, to + r * c.rowStride, place.columns);
    }
}

void finishRow(const ProductEpilogue& end, const RowPosition& place, float* c, std::int64_t n)
{
    const auto& table = vectorTable();
    const float* added = end.added.data != nullptr
        ? end.added.data + place.row * end.added.rowStride + place.column * end.added.columnStride
        : nullptr;
    const bool isNumber = added != nullptr && (end.added.columnStride == 0 || n == 1);
    if (end.alpha != 1 || end.perRow != nullptr || isNumber) {
        const float shift = (end.perRow != nullptr ? end.perRow[place.row] : 0.0f)
            + (isNumber ? end.beta * *added : 0.0f);
        table.unary[static_cast<int>(UnaryOp::Affine)](c, c, n, end.alpha, shift);
    }
    if (end.perColumn != nullptr)
        combineRows(BinaryOp::Add, c, end.perColumn + place.column, c, n);
    if (added != nullptr && !isNumber)
        table.addScaled(added, end.beta, c, n);
    if (end.activation)
        end.activation->apply(c, c, n);
}

Result<ItemBuffers> itemBuffers(
    RunContext& context, std::int64_t items, std::int64_t bufferFloats, std::int64_t work)
{
    ItemBuffers buffers;
    buffers.slots
        = std::clamp<std::int64_t>(std::min(items, work / workPerThread), 1, context.threads());
    // Buffers are full cache lines, so that no two threads write to one line.
    buffers.share = (std::max<std::int64_t>(bufferFloats, 1) + 15) / 16 * 16;
    buffers.stop = context.stop();
    const auto memory = TRY(
        context.scratch(static_cast<std::size_t>(buffers.share * buffers.slots) * sizeof(float)));
    buffers.data = reinterpret_cast<float*>(memory.data());
    return buffers;
}

void forEachItem(const ItemBuffers& buffers, std::int64_t items,
    const std::function<void(std::int64_t, float*)>& body)
{
    const auto slots = buffers.slots;
    parallelFor(
        slots, 1, static_cast<int>(slots), [&](std::int64_t firstSlot, std::int64_t lastSlot) {
            for (auto slot = firstSlot; slot < lastSlot; ++slot) {
                for (auto item = items * slot / slots;
                     item < items * (slot + 1) / slots && !buffers.stop.stop_requested(); ++item)
                    body(item, buffers.data + slot * buffers.share);
            }
        });
}

Result<void> forEachItem(RunContext& context, std::int64_t items, std::int64_t bufferFloats,
    std::int64_t work, const std::function<void(std::int64_t, float*)>& body)
{
    const auto buffers = TRY(itemBuffers(context, items, bufferFloats, work));
    forEachItem(buffers, items, body);
    if (buffers.stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return {};
}

void multiplyAll(const ProductBlocks& blocks, const PanelSource& a, const PanelSource& b,
    const ProductTarget& c, const ProductEpilogue& end, const ItemBuffers& buffers)
{
    forEachItem(buffers, blocks.count(), [&](std::int64_t block, float* buffer) {
        multiplyBlock(blocks, block, a, b, c, end, buffer);
    });
}

} // namespace engine
