#include "profiler/fleet/numbered_rows.h"

#include "profiler/fleet/packed_columns.h"

#include <algorithm>

namespace profiler::fleet {

using file::ParquetReader;
using support::Result;

Result<NumberedRows> NumberedRows::open(const std::filesystem::path& path)
{
    auto mapped = TRY(support::MappedFile::open(path));
    auto reader = TRY(ParquetReader::open(mapped->bytes()));
    NumberedRows rows(std::move(mapped), std::move(reader));
    for (std::size_t group = 0; group < rows.m_reader.groups(); ++group) {
        TRY(rows.m_reader.readInto(rows.m_values, group, packedColumns[NumberColumn]));
        const auto& numbers = rows.m_values.integers; // a group has at least one row
        rows.m_ranges.push_back({ numbers.front(), numbers.back() });
        rows.m_reader.releasePages();
    }
    return rows;
}

Result<std::vector<NumberedRows::Piece>> NumberedRows::find(std::int64_t number)
{
    const auto isIn = [&](std::size_t group) {
        return m_ranges[group].first <= number && number <= m_ranges[group].last;
    };
    std::erase_if(m_shared, [&](const auto& entry) { return !isIn(entry.first); });
    std::vector<Piece> pieces;
    for (std::size_t group = 0; group < m_ranges.size(); ++group) {
        if (!isIn(group))
            continue;
        const auto& numbers = TRY(read(group, packedColumns[NumberColumn]))->integers;
        const auto [first, last] = std::ranges::equal_range(numbers, number);
        if (first != last)
            pieces.push_back({ group, static_cast<std::size_t>(first - numbers.begin()),
                static_cast<std::size_t>(last - first) });
    }
    return pieces;
}

Result<const file::ColumnValues*> NumberedRows::read(
    std::size_t group, const file::ColumnSpec& column)
{
    if (m_ranges[group].first == m_ranges[group].last) {
        // No other profile needs it, so one column of a long profile is in memory at a time.
        TRY(m_reader.readInto(m_values, group, column));
        return &m_values;
    }
    auto shared = m_shared.find(group);
    if (shared == m_shared.end())
        shared = m_shared.emplace(group, Shared { TRY(ParquetReader::open(m_file->bytes())), {} })
                     .first;
    auto& columns = shared->second.columns;
    auto known = columns.find(column.name);
    if (known == columns.end()) {
        auto values = TRY(shared->second.reader.read(group, column));
        known = columns.emplace(column.name, std::move(values)).first;
    }
    return &known->second;
}

} // namespace profiler::fleet
