#include "layout/scene/grid_index.h"

#include <cmath>

namespace layout {
namespace {

constexpr float smallestCell = 384;
constexpr double cellsPerItem = 4;
constexpr double fewestCells = 64;
constexpr double fewestEntries = 65'536;

std::uint32_t cellAt(float offset, float cell, std::uint32_t count)
{
    const float index = std::floor(offset / cell);
    return static_cast<std::uint32_t>(std::clamp(index, 0.0F, static_cast<float>(count - 1)));
}

}

void GridIndex::chooseCells(const Rect& bounds)
{
    m_bounds = bounds;
    m_cell = smallestCell;
    const double most = std::max(cellsPerItem * static_cast<double>(m_itemCount), fewestCells);
    const auto cellsOfSize = [&](float cell) {
        return std::ceil(std::max(1.0, double(bounds.width) / cell))
            * std::ceil(std::max(1.0, double(bounds.height) / cell));
    };
    while (cellsOfSize(m_cell) > most)
        m_cell *= 1.5F;
    divide();
}

void GridIndex::divide()
{
    m_columns = static_cast<std::uint32_t>(std::ceil(std::max(1.0F, m_bounds.width / m_cell)));
    m_rows = static_cast<std::uint32_t>(std::ceil(std::max(1.0F, m_bounds.height / m_cell)));
}

GridIndex::Cells GridIndex::cellsOf(const Rect& area) const
{
    return { cellAt(area.x - m_bounds.x, m_cell, m_columns),
        cellAt(area.y - m_bounds.y, m_cell, m_rows),
        cellAt(area.right() - m_bounds.x, m_cell, m_columns),
        cellAt(area.bottom() - m_bounds.y, m_cell, m_rows) };
}

GridIndex GridIndex::build(
    const Rect& bounds, std::size_t items, const std::function<void(const Add&)>& emit)
{
    GridIndex index;
    if (items == 0)
        return index;
    index.m_itemCount = items;
    index.chooseCells(bounds);
    // If each rectangle is as wide as the drawing, the index would be quadratic.
    const double most = std::max(double(entriesPerItem) * double(items), fewestEntries);
    for (;;) {
        double entries = 0;
        emit([&](std::uint32_t, const Rect& rect) {
            const Cells range = index.cellsOf(rect);
            entries += double(range.right - range.left + 1) * double(range.bottom - range.top + 1);
        });
        const bool isOneCell = index.m_columns == 1 && index.m_rows == 1;
        if (entries <= most || isOneCell)
            break;
        index.m_cell *= static_cast<float>(std::clamp(entries / most, 1.5, 4.0));
        index.divide();
    }
    const std::size_t cells = std::size_t(index.m_columns) * index.m_rows;
    index.m_start.assign(cells + 1, 0);

    // By cell: the last item that was added, plus one. An item with several rectangles is added to
    // a cell once.
    std::vector<std::uint32_t> last(cells, 0);
    const auto forEachCell = [&](std::uint32_t item, const Rect& rect, const auto& visitCell) {
        const Cells range = index.cellsOf(rect);
        for (std::uint32_t row = range.top; row <= range.bottom; ++row) {
            for (std::uint32_t column = range.left; column <= range.right; ++column) {
                const std::size_t cell = std::size_t(row) * index.m_columns + column;
                if (last[cell] == item + 1)
                    continue;
                last[cell] = item + 1;
                visitCell(cell);
            }
        }
    };
    emit([&](std::uint32_t item, const Rect& rect) {
        forEachCell(item, rect, [&](std::size_t cell) { ++index.m_start[cell + 1]; });
    });
    for (std::size_t cell = 0; cell < cells; ++cell)
        index.m_start[cell + 1] += index.m_start[cell];
    index.m_items.resize(index.m_start.back());
    std::vector<std::uint32_t> next(index.m_start.begin(), index.m_start.end() - 1);
    last.assign(cells, 0);
    emit([&](std::uint32_t item, const Rect& rect) {
        forEachCell(item, rect, [&](std::size_t cell) { index.m_items[next[cell]++] = item; });
    });
    return index;
}

GridQuery::GridQuery(const GridIndex& index)
    : m_index(index)
    , m_seen(index.itemCount(), 0)
{
}

std::vector<std::uint32_t>& GridQuery::candidates(const Rect& area)
{
    m_found.clear();
    if (++m_stamp == 0) {
        std::fill(m_seen.begin(), m_seen.end(), 0u);
        m_stamp = 1;
    }
    m_index.visit(area, [&](std::uint32_t item) {
        if (m_seen[item] == m_stamp)
            return;
        m_seen[item] = m_stamp;
        m_found.push_back(item);
    });
    std::sort(m_found.begin(), m_found.end());
    return m_found;
}

}
