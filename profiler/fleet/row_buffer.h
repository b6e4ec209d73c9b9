#pragma once

#include "profiler/file/parquet.h"
#include "profiler/fleet/packed_columns.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::fleet {

/// Different texts of one column, each with a number.
class TextPool {
public:
    std::uint32_t number(std::string_view text);
    std::string_view text(std::uint32_t number) const { return m_texts[number]; }
    std::size_t size() const { return m_texts.size(); }
    std::size_t bytes() const { return m_bytes; }
    void clear();

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_numbers;
    std::vector<std::string_view> m_texts; // keys of an unordered_map never move
    std::size_t m_bytes = 0;
};

/// Rows of several profiles that are not written yet, by column. Writes them to a Parquet file in
/// row groups of one size.
class RowBuffer {
public:
    /// Rows of a group. Small enough that a group has few profiles, so that readers can skip the
    /// others; large enough that the description of a group takes little of its size.
    static constexpr std::size_t groupRows = 65'536;

    static support::Result<std::unique_ptr<RowBuffer>> create(
        const std::filesystem::path& target, std::span<const file::ColumnSpec> columns);

    void addText(std::size_t column, std::string_view text);
    void addNoText(std::size_t column) { m_columns[column].indices.push_back(file::noText); }
    /// The number of a text, for addTextNumber.
    std::uint32_t textNumber(std::size_t column, std::string_view text)
    {
        return m_columns[column].texts.number(text);
    }
    void addTextNumber(std::size_t column, std::uint32_t number, std::size_t times = 1)
    {
        m_columns[column].indices.insert(m_columns[column].indices.end(), times, number);
    }
    void addInteger(std::size_t column, std::int64_t value, std::size_t times = 1)
    {
        m_columns[column].integers.insert(m_columns[column].integers.end(), times, value);
    }
    void addNumber(std::size_t column, double value) { m_columns[column].numbers.push_back(value); }
    /// To be called when all columns have the same number of rows. Writes complete groups.
    support::Result<void> rowsAdded(std::size_t rows);
    std::size_t rows() const { return m_rows; } ///< that are not written yet
    std::size_t textBytes() const; ///< of all different texts
    support::Result<void> writeAll(); ///< writes also the last, smaller group
    support::Result<void> finish();

private:
    struct Column {
        TextPool texts;
        std::vector<std::uint32_t> indices;
        std::vector<std::int64_t> integers;
        std::vector<double> numbers;
    };

    RowBuffer(file::ParquetWriter writer, std::span<const file::ColumnSpec> columns)
        : m_writer(std::move(writer))
        , m_specs(columns.begin(), columns.end())
        , m_columns(columns.size())
    {
    }
    file::ColumnValues part(std::size_t column, std::size_t first, std::size_t last) const;
    support::Result<void> write(std::size_t first, std::size_t last);
    void drop(std::size_t rows);

    file::ParquetWriter m_writer;
    std::vector<file::ColumnSpec> m_specs;
    std::vector<Column> m_columns;
    std::size_t m_rows = 0;
    const file::KeyValues m_head { { std::string(packKey), std::string(packVersion) } };
};

} // namespace profiler::fleet
