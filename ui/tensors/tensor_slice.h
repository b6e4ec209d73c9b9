#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The part of a tensor that a table or heat map shows. One field per dimension (`0`, `:`, `10 :
/// 20`); the last range runs along the columns, all others along the rows.
namespace ui {

struct DimensionSlice {
    std::int64_t start = 0;
    std::int64_t stop = 0; ///< exclusive
    bool isIndex = false; ///< a single index: the dimension is not an axis of the view
    std::int64_t length() const { return stop - start; }
    bool operator==(const DimensionSlice&) const = default;
};

/// Parses the field of a dimension of `size`. Negative numbers count from the end; a stop beyond
/// the end is clamped. An error says what was expected.
support::Result<DimensionSlice> parseSlice(std::string_view text, std::int64_t size);
std::string sliceText(const DimensionSlice& slice, std::int64_t size);

/// All of the last two dimensions, and index 0 of the others.
std::vector<DimensionSlice> defaultSlices(std::span<const std::int64_t> dims);

/// The rows and columns of a slice. A slice with only one range is wrapped after `wrap` cells.
class SliceView {
public:
    SliceView() = default;
    SliceView(
        std::vector<std::int64_t> dims, std::vector<DimensionSlice> slices, std::int64_t wrap);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool has(std::uint64_t row, std::uint64_t column) const;
    /// Index of the element in the entire tensor.
    std::uint64_t element(std::uint64_t row, std::uint64_t column) const;
    /// Index of the element along each dimension.
    std::vector<std::int64_t> position(std::uint64_t row, std::uint64_t column) const;

    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        bool isShown = false; ///< false: the element is not in the slice
    };
    Cell find(std::uint64_t element) const;

    /// `[0, 210]`: the indices of a row.
    std::string rowLabel(std::uint64_t row) const;
    /// First index along the dimension of the columns.
    std::int64_t firstColumn() const
    {
        return m_isWrapped || m_ranged.empty() ? 0 : m_slices[m_ranged.back()].start;
    }

private:
    std::vector<std::int64_t> m_dims;
    std::vector<DimensionSlice> m_slices;
    /// Number of elements between adjacent indices of each dimension.
    std::vector<std::uint64_t> m_strides;
    std::vector<std::size_t> m_ranged; ///< dimensions with a range
    bool m_isWrapped = false;
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    std::uint64_t m_cells = 0;
};

/// The indices along each dimension of an element of a tensor.
std::vector<std::int64_t> indicesOf(std::uint64_t element, std::span<const std::int64_t> dims);
/// `[0, 210, 1295]`.
std::string indexText(std::span<const std::int64_t> indices);

} // namespace ui
