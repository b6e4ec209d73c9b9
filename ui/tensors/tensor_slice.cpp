#include "ui/tensors/tensor_slice.h"

#include "model/support/text.h"

#include <algorithm>
#include <optional>

namespace ui {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

} // namespace

std::vector<std::int64_t> indicesOf(std::uint64_t element, std::span<const std::int64_t> dims)
{
    std::vector<std::int64_t> indices(dims.size());
    for (std::size_t i = dims.size(); i-- > 0;) {
        indices[i] = static_cast<std::int64_t>(element % static_cast<std::uint64_t>(dims[i]));
        element /= static_cast<std::uint64_t>(dims[i]);
    }
    return indices;
}

std::string indexText(std::span<const std::int64_t> indices)
{
    std::string text = "[";
    for (std::size_t i = 0; i < indices.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(indices[i]);
    return text + "]";
}

support::Result<DimensionSlice> parseSlice(std::string_view text, std::int64_t size)
{
    text = trimmed(text);
    const auto fromEnd
        = [size](std::int64_t number) { return number < 0 ? number + size : number; };
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) {
        const auto index = support::numberFrom<std::int64_t>(text);
        if (!index)
            return support::fail("\"", text, "\" is no index, expected 0 to ", size - 1,
                " or a range such as 10 : 20");
        if (fromEnd(*index) < 0 || fromEnd(*index) >= size)
            return support::fail("index ", *index, " is outside 0 to ", size - 1);
        return DimensionSlice { fromEnd(*index), fromEnd(*index) + 1, true };
    }
    const auto before = trimmed(text.substr(0, colon));
    const auto after = trimmed(text.substr(colon + 1));
    const auto start = before.empty() ? std::optional<std::int64_t>(0)
                                      : support::numberFrom<std::int64_t>(before);
    const auto stop
        = after.empty() ? std::optional(size) : support::numberFrom<std::int64_t>(after);
    if (!start || !stop)
        return support::fail("\"", text, "\" is no range, expected one such as 10 : 20");
    const DimensionSlice slice { std::max<std::int64_t>(fromEnd(*start), 0),
        std::min(fromEnd(*stop), size), false };
    if (slice.length() <= 0 && size > 0)
        return support::fail("range ", text, " holds nothing of 0 : ", size);
    return slice;
}

std::string sliceText(const DimensionSlice& slice, std::int64_t size)
{
    if (slice.isIndex)
        return std::to_string(slice.start);
    if (slice.start == 0 && slice.stop == size)
        return ":";
    return std::to_string(slice.start) + " : " + std::to_string(slice.stop);
}

std::vector<DimensionSlice> defaultSlices(std::span<const std::int64_t> dims)
{
    std::vector<DimensionSlice> slices;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const bool isShown = i + 2 >= dims.size() || dims[i] == 0;
        slices.push_back(
            isShown ? DimensionSlice { 0, dims[i], false } : DimensionSlice { 0, 1, true });
    }
    return slices;
}

SliceView::SliceView(
    std::vector<std::int64_t> dims, std::vector<DimensionSlice> slices, std::int64_t wrap)
    : m_dims(std::move(dims))
    , m_slices(std::move(slices))
    , m_strides(m_dims.size(), 1)
    , m_cells(1)
{
    for (std::size_t i = m_dims.size(); i-- > 1;)
        m_strides[i - 1] = m_strides[i] * static_cast<std::uint64_t>(m_dims[i]);
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        m_cells *= static_cast<std::uint64_t>(m_slices[i].length());
        if (!m_slices[i].isIndex)
            m_ranged.push_back(i);
    }
    m_isWrapped = m_ranged.size() == 1;
    if (m_cells == 0)
        return;
    const auto across = m_ranged.empty() ? 1 : m_slices[m_ranged.back()].length();
    m_columns = static_cast<std::uint64_t>(
        m_isWrapped ? std::min(across, std::max<std::int64_t>(wrap, 1)) : across);
    m_rows = (m_cells + m_columns - 1) / m_columns;
}

bool SliceView::has(std::uint64_t row, std::uint64_t column) const
{
    return row < m_rows && column < m_columns && row * m_columns + column < m_cells;
}

std::vector<std::int64_t> SliceView::position(std::uint64_t row, std::uint64_t column) const
{
    std::vector<std::int64_t> result;
    for (const auto& slice : m_slices)
        result.push_back(slice.start);
    auto cell = row * m_columns + column;
    for (std::size_t i = m_ranged.size(); i-- > 0;) {
        const auto length = static_cast<std::uint64_t>(m_slices[m_ranged[i]].length());
        result[m_ranged[i]] += static_cast<std::int64_t>(cell % length);
        cell /= length;
    }
    return result;
}

std::uint64_t SliceView::element(std::uint64_t row, std::uint64_t column) const
{
    auto cell = row * m_columns + column;
    std::uint64_t index = 0;
    for (std::size_t i = m_slices.size(); i-- > 0;) {
        const auto& slice = m_slices[i];
        const auto length = static_cast<std::uint64_t>(slice.length());
        const auto along = slice.isIndex ? 0 : cell % length;
        cell = slice.isIndex ? cell : cell / length;
        index += (static_cast<std::uint64_t>(slice.start) + along) * m_strides[i];
    }
    return index;
}

SliceView::Cell SliceView::find(std::uint64_t element) const
{
    std::uint64_t cell = 0;
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        if (m_strides[i] == 0)
            return {};
        const auto along = static_cast<std::int64_t>(element / m_strides[i]);
        element %= m_strides[i];
        if (along < m_slices[i].start || along >= m_slices[i].stop)
            return {};
        if (!m_slices[i].isIndex)
            cell = cell * static_cast<std::uint64_t>(m_slices[i].length())
                + static_cast<std::uint64_t>(along - m_slices[i].start);
    }
    return m_columns == 0 ? Cell {} : Cell { cell / m_columns, cell % m_columns, true };
}

std::string SliceView::rowLabel(std::uint64_t row) const
{
    auto indices = position(row, 0);
    // The last range runs along the columns, so it is not part of the row's label. A wrapped row's
    // label is the index of its first element.
    if (!m_isWrapped && !m_ranged.empty() && m_ranged.back() + 1 == indices.size())
        indices.pop_back();
    return indexText(indices);
}

} // namespace ui
