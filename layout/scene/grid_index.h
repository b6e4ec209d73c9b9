#pragma once

#include "layout/scene/geometry.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace layout {

/// A uniform grid over a rectangle in compressed rows: for each cell the items that touch it. Built
/// in two counting passes; the cells of one row of a query are one contiguous range. The cell size
/// grows until there are at most four cells per item, so that a long thin drawing does not pay for
/// its empty parts.
class GridIndex {
public:
    GridIndex() = default;

    /// `emit(add)` calls `add(item, rect)` for every rectangle of every item, grouped by item; it
    /// is run several times. An item may have several rectangles.
    using Add = std::function<void(std::uint32_t item, const Rect& rect)>;
    static GridIndex build(
        const Rect& bounds, std::size_t items, const std::function<void(const Add&)>& emit);
    /// What an index may hold for each item; cells grow until it does, whatever the rectangles.
    static constexpr std::size_t entriesPerItem = 16;

    /// Items of all cells that `area` touches; an item may come several times.
    template <typename Visit>
    void visit(const Rect& area, Visit&& visitItem) const
    {
        if (m_start.empty())
            return;
        const Cells cells = cellsOf(area);
        for (std::uint32_t row = cells.top; row <= cells.bottom; ++row) {
            const std::size_t line = std::size_t(row) * m_columns;
            for (std::uint32_t i = m_start[line + cells.left]; i < m_start[line + cells.right + 1];
                 ++i)
                visitItem(m_items[i]);
        }
    }

    /// How many entries `visit` would meet, without meeting them: what a query costs.
    std::size_t entries(const Rect& area) const
    {
        if (m_start.empty())
            return 0;
        const Cells cells = cellsOf(area);
        std::size_t count = 0;
        for (std::uint32_t row = cells.top; row <= cells.bottom; ++row) {
            const std::size_t line = std::size_t(row) * m_columns;
            count += m_start[line + cells.right + 1] - m_start[line + cells.left];
        }
        return count;
    }

    std::size_t itemCount() const { return m_itemCount; }
    std::size_t cellCount() const { return m_start.empty() ? 0 : m_start.size() - 1; }
    std::size_t bytes() const { return (m_start.size() + m_items.size()) * sizeof(std::uint32_t); }

private:
    struct Cells {
        std::uint32_t left = 0, top = 0, right = 0, bottom = 0; ///< inclusive
    };
    Cells cellsOf(const Rect& area) const;
    void chooseCells(const Rect& bounds);
    void divide();

    Rect m_bounds;
    float m_cell = 384;
    std::uint32_t m_columns = 0;
    std::uint32_t m_rows = 0;
    std::size_t m_itemCount = 0;
    std::vector<std::uint32_t> m_start;
    std::vector<std::uint32_t> m_items;
};

/// Removes duplicates of a query by a stamp per item. One per thread; the index must outlive it.
class GridQuery {
public:
    explicit GridQuery(const GridIndex& index);
    /// Distinct items of the cells that `area` touches, ascending; a superset of what touches it.
    /// Valid until the next call.
    std::vector<std::uint32_t>& candidates(const Rect& area);

private:
    const GridIndex& m_index;
    std::uint32_t m_stamp = 0;
    std::vector<std::uint32_t> m_seen;
    std::vector<std::uint32_t> m_found;
};

} // namespace layout
