#pragma once

#include "layout/scene/geometry.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace layout {

/// A uniform grid over a rectangle, with the items of each cell in compressed rows. Built in two
/// counting passes. The cells of one row of a query are one contiguous range. The cell size grows
/// until there are at most four cells per item, so that a long thin drawing does not have many
/// empty cells.
class GridIndex {
public:
    GridIndex() = default;

    /// `emit(add)` calls `add(item, rect)` for every rectangle of every item, grouped by item. It
    /// is called several times. An item may have several rectangles.
    using Add = std::function<void(std::uint32_t item, const Rect& rect)>;
    static GridIndex build(
        const Rect& bounds, std::size_t items, const std::function<void(const Add&)>& emit);
    /// Largest number of entries per item. Cells are enlarged until this holds for any rectangles.
    static constexpr std::size_t entriesPerItem = 16;

    /// Visits the items of all cells that `area` touches. An item may be visited several times.
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

    /// Returns how many items `visit` would visit, without visiting them; this is the cost of a
    /// query.
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

/// Queries without duplicates, by a stamp per item. Use one per thread; the index must outlive it.
class GridQuery {
public:
    explicit GridQuery(const GridIndex& index);
    /// Returns the distinct items of the cells that `area` touches, ascending. This is a superset
    /// of the items that touch `area`. Valid until the next call.
    std::vector<std::uint32_t>& candidates(const Rect& area);

private:
    const GridIndex& m_index;
    std::uint32_t m_stamp = 0;
    std::vector<std::uint32_t> m_seen;
    std::vector<std::uint32_t> m_found;
};

} // namespace layout
