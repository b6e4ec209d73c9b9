#include "profiler/fleet/row_buffer.h"

#include <limits>

namespace profiler::fleet {

using file::ColumnType;
using file::ColumnValues;
using support::Result;

namespace {

template <typename T>
void dropFirst(std::vector<T>& values, std::size_t count)
{
    if (!values.empty())
        values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

template <typename T>
std::vector<T> partOf(const std::vector<T>& values, std::size_t first, std::size_t last)
{
    return { values.begin() + static_cast<std::ptrdiff_t>(first),
        values.begin() + static_cast<std::ptrdiff_t>(last) };
}

} // namespace

std::uint32_t TextPool::number(std::string_view text)
{
    if (const auto known = m_numbers.find(text); known != m_numbers.end())
        return known->second;
    const auto added
        = m_numbers.emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size())).first;
    m_texts.push_back(added->first);
    m_bytes += text.size();
    return added->second;
}

void TextPool::clear()
{
    m_numbers.clear();
    m_texts.clear();
    m_bytes = 0;
}

Result<std::unique_ptr<RowBuffer>> RowBuffer::create(
    const std::filesystem::path& target, std::span<const file::ColumnSpec> columns)
{
    auto writer = TRY(file::ParquetWriter::create(target, columns));
    return std::unique_ptr<RowBuffer>(new RowBuffer(std::move(writer), columns));
}

void RowBuffer::addText(std::size_t column, std::string_view text)
{
    m_columns[column].indices.push_back(m_columns[column].texts.number(text));
}

Result<void> RowBuffer::rowsAdded(std::size_t rows)
{
    m_rows += rows;
    std::size_t written = 0;
    for (; m_rows - written >= groupRows; written += groupRows)
        TRY(write(written, written + groupRows));
    if (written > 0)
        drop(written);
    return {};
}

std::size_t RowBuffer::textBytes() const
{
    std::size_t bytes = 0;
    for (const auto& column : m_columns)
        bytes += column.texts.bytes();
    return bytes;
}

Result<void> RowBuffer::writeAll()
{
    if (m_rows == 0)
        return {};
    TRY(write(0, m_rows));
    drop(m_rows);
    return {};
}

Result<void> RowBuffer::finish()
{
    TRY(writeAll());
    return m_writer.finish(m_head);
}

/// Returns rows of a column with a dictionary of the texts in these rows.
ColumnValues RowBuffer::part(std::size_t column, std::size_t first, std::size_t last) const
{
    const auto& from = m_columns[column];
    ColumnValues values;
    if (m_specs[column].type == ColumnType::Number) {
        values.numbers = partOf(from.numbers, first, last);
    } else if (m_specs[column].type != ColumnType::Text) {
        values.integers = partOf(from.integers, first, last);
    } else {
        std::vector<std::uint32_t> local(from.texts.size(), file::noText);
        values.indices.reserve(last - first);
        for (auto row = first; row < last; ++row) {
            const auto number = from.indices[row];
            if (number == file::noText) {
                values.indices.push_back(number);
                continue;
            }
            if (local[number] == file::noText) {
                local[number] = static_cast<std::uint32_t>(values.dictionary.size());
                values.dictionary.push_back(from.texts.text(number));
            }
            values.indices.push_back(local[number]);
        }
    }
    return values;
}

Result<void> RowBuffer::write(std::size_t first, std::size_t last)
{
    return m_writer.addGroup(
        [&](std::size_t column) { return part(column, first, last); }, last - first, m_head);
}

/// Removes the first rows, and the texts that no later row has.
void RowBuffer::drop(std::size_t rows)
{
    m_rows -= rows;
    for (auto& column : m_columns) {
        dropFirst(column.indices, rows);
        dropFirst(column.integers, rows);
        dropFirst(column.numbers, rows);
        if (column.texts.size() == 0)
            continue;
        TextPool needed;
        for (auto& number : column.indices)
            if (number != file::noText)
                number = needed.number(column.texts.text(number));
        column.texts = std::move(needed);
    }
}

} // namespace profiler::fleet
