#include "profiler/fleet/packed_rows.h"

#include <algorithm>

namespace profiler::fleet {

using file::ColumnType;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr auto leftOutPlace = static_cast<std::size_t>(-1);

/// Returns whether null stands for this value in a packed row.
bool isAbsent(std::size_t column, std::int64_t value, std::int64_t run)
{
    if (packedColumns[column].presence == file::Presence::Required
        || value != file::absentInteger(static_cast<file::Column>(column)))
        return false;
    return (column != file::RoundColumn && column != file::SideColumn) || run < 0;
}

/// A constant of the added columns.
struct AddedText {
    AddedColumn column;
    std::string ProfileFacts::*value;
};
constexpr std::array addedTexts { AddedText { MachineColumn, &ProfileFacts::machine },
    AddedText { SettingsColumn, &ProfileFacts::settings },
    AddedText { EngineColumn, &ProfileFacts::engine },
    AddedText { PrecisionColumn, &ProfileFacts::precision },
    AddedText { DimsColumn, &ProfileFacts::dims },
    AddedText { CommitColumn, &ProfileFacts::commit },
    AddedText { MonthColumn, &ProfileFacts::month } };

} // namespace

PackedRows::PackedRows(std::filesystem::path folder, const std::vector<std::size_t>& leftOut)
    : m_folder(std::move(folder))
{
    for (std::size_t i = 0; i < PackedColumnCount; ++i) {
        m_places[i] = leftOutPlace;
        if (std::ranges::find(leftOut, i) != leftOut.end())
            continue;
        m_places[i] = m_specs.size();
        m_specs.push_back(packedColumns[i]);
    }
}

Result<void> PackedRows::add(SourceProfile& source, std::int64_t number)
{
    m_number = number;
    std::array<Rows, file::kindWords.size()> byKind;
    std::size_t before = 0;
    for (std::size_t group = 0; group < source.groups(); ++group) {
        TRY(source.read(group, m_values));
        const auto& kinds = m_values[file::KindColumn];
        std::vector<std::size_t> kindOf;
        for (const auto word : kinds.dictionary)
            kindOf.push_back(static_cast<std::size_t>(
                std::ranges::find(file::kindWords, word) - file::kindWords.begin()));
        for (auto& rows : byKind)
            rows = { {}, before };
        for (std::uint32_t row = 0; row < kinds.indices.size(); ++row)
            byKind[kindOf[kinds.indices[row]]].chosen.push_back(row);
        for (std::size_t kind = 0; kind < byKind.size(); ++kind)
            if (!byKind[kind].chosen.empty())
                TRY(addRows(kind, byKind[kind], source.facts()));
        before += source.rows(group);
    }
    return {};
}

Result<void> PackedRows::finish()
{
    for (auto& buffer : m_buffers)
        if (buffer)
            TRY(buffer->finish());
    return {};
}

std::size_t PackedRows::files() const
{
    return m_buffers.size()
        - static_cast<std::size_t>(std::ranges::count(m_buffers, std::unique_ptr<RowBuffer>()));
}

Result<RowBuffer*> PackedRows::bufferOf(std::size_t kind)
{
    auto& buffer = m_buffers[kind];
    if (!buffer) {
        std::error_code error;
        std::filesystem::create_directories(m_folder, error);
        if (error)
            return failAs(ErrorKind::File, "cannot make the folder ", m_folder.string(), ": ",
                error.message());
        buffer = TRY(RowBuffer::create(
            m_folder / (std::string(file::kindWords[kind]) + ".parquet"), m_specs));
    }
    return buffer.get();
}

Result<void> PackedRows::addRows(std::size_t kind, const Rows& rows, const ProfileFacts& facts)
{
    auto& buffer = *TRY(bufferOf(kind));
    for (std::size_t column = 0; column < file::columns.size(); ++column)
        addColumn(buffer, column, rows.chosen);
    for (const auto row : rows.chosen)
        buffer.addInteger(m_places[RowColumn], static_cast<std::int64_t>(rows.before + row));
    addConstants(buffer, facts, rows.chosen.size());
    return buffer.rowsAdded(rows.chosen.size());
}

void PackedRows::addColumn(
    RowBuffer& buffer, std::size_t column, const std::vector<std::uint32_t>& rows)
{
    const auto& values = m_values[column];
    const auto place = m_places[column];
    const auto& spec = packedColumns[column];
    if (spec.type == ColumnType::Text) {
        constexpr auto unset = file::noText - 1;
        std::vector<std::uint32_t> numbers(values.dictionary.size(), unset);
        for (const auto row : rows) {
            auto& number = numbers[values.indices[row]];
            const auto text = values.dictionary[values.indices[row]];
            if (number == unset)
                number = text.empty() && spec.presence == file::Presence::Optional
                    ? file::noText
                    : buffer.textNumber(place, text);
            buffer.addTextNumber(place, number);
        }
        return;
    }
    if (spec.type == ColumnType::Number) {
        for (const auto row : rows)
            buffer.addNumber(place, values.numbers[row]);
        return;
    }
    const auto& runs = m_values[file::RunColumn].integers;
    for (const auto row : rows) {
        const auto value = values.integers[row];
        buffer.addInteger(place, isAbsent(column, value, runs[row]) ? file::noInteger : value);
    }
}

void PackedRows::addConstants(RowBuffer& buffer, const ProfileFacts& facts, std::size_t count) const
{
    buffer.addInteger(m_places[NumberColumn], m_number, count);
    buffer.addInteger(m_places[StartedColumn], facts.startedMicroseconds, count);
    buffer.addInteger(m_places[ThreadsColumn], facts.threads, count);
    buffer.addInteger(m_places[InterruptedColumn], facts.interrupted, count);
    for (const auto& [column, member] : addedTexts) {
        const auto place = m_places[column];
        if (place == leftOutPlace)
            continue;
        const auto& text = facts.*member;
        buffer.addTextNumber(
            place, text.empty() ? file::noText : buffer.textNumber(place, text), count);
    }
}

} // namespace profiler::fleet
