#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which part of a tensor a table or heat map shows: one field per dimension (`0`, `:`, `10 : 20`),
/// the last range across, all others down.
namespace ui {

struct DimensionSlice {
    std::int64_t start = 0;
    std::int64_t stop = 0; ///< after the last
    bool isIndex = false; ///< a single index: the dimension is not shown
    std::int64_t length() const { return stop - start; }
    bool operator==(const DimensionSlice&) const = default;
};

/// Reads one field for a dimension of `size`. Negative numbers count from the end; a stop past the
/// end is cut. Errors say what was expected.
support::Result<DimensionSlice> parseSlice(std::string_view text, std::int64_t size);
std::string sliceText(const DimensionSlice& slice, std::int64_t size);

/// All of the last two dimensions, index 0 of those before.
std::vector<DimensionSlice> defaultSlices(std::span<const std::int64_t> dims);

/// Cells of a slice as rows and columns. A slice with one range only is wrapped after `wrap` cells.
class SliceView {
public:
    SliceView() = default;
    SliceView(
        std::vector<std::int64_t> dims, std::vector<DimensionSlice> slices, std::int64_t wrap);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool has(std::uint64_t row, std::uint64_t column) const;
    /// Index of the element in the whole tensor.
    std::uint64_t element(std::uint64_t row, std::uint64_t column) const;
    /// Index of the element along each dimension.
    std::vector<std::int64_t> position(std::uint64_t row, std::uint64_t column) const;

    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        bool isShown = false; ///< false: the slice does not show the element
    };
    Cell find(std::uint64_t element) const;

    /// `[0, 210]`: the indices that a row stands for.
    std::string rowLabel(std::uint64_t row) const;
    /// First index along the dimension that runs across.
    std::int64_t firstColumn() const
    {
        return m_isWrapped || m_ranged.empty() ? 0 : m_slices[m_ranged.back()].start;
    }

private:
    std::vector<std::int64_t> m_dims;
    std::vector<DimensionSlice> m_slices;
    std::vector<std::uint64_t> m_strides; ///< elements between neighbours along each dimension
    std::vector<std::size_t> m_ranged; ///< dimensions that are shown
    bool m_isWrapped = false;
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    std::uint64_t m_cells = 0;
};

/// `[0, 210, 1295]`.
std::string indexText(std::span<const std::int64_t> indices);

} // namespace ui
