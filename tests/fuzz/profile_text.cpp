#include "tests/fuzz/profile_text.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/file/parquet.h"
#include "profiler/file/profile_columns.h"

#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <vector>

namespace fuzz {

using namespace profiler::file;
using support::JsonValue;
using Rows = std::vector<JsonValue>;

namespace {

std::int64_t absentIn(std::size_t column) { return absentInteger(static_cast<Column>(column)); }

/// The values of a column in the rows of a group. `texts` keeps what the values refer to.
ColumnValues valuesOf(const Rows& rows, std::size_t column, std::deque<std::string>& texts)
{
    const auto& spec = columns[column];
    ColumnValues values;
    std::map<std::string, std::uint32_t> known;
    for (const auto& row : rows) {
        const auto& cell = row[spec.name];
        if (spec.type == ColumnType::Integer) {
            values.integers.push_back(cell.integerOr(absentIn(column)));
        } else if (spec.type == ColumnType::Number) {
            values.numbers.push_back(cell.numberOr(std::numeric_limits<double>::quiet_NaN()));
        } else {
            const auto [found, isNew] = known.try_emplace(
                cell.stringOr(""), static_cast<std::uint32_t>(values.dictionary.size()));
            if (isNew)
                values.dictionary.emplace_back(texts.emplace_back(found->first));
            values.indices.push_back(found->second);
        }
    }
    return values;
}

bool addGroup(ParquetWriter& writer, const Rows& rows, const KeyValues& entries)
{
    std::deque<std::string> texts;
    const auto values = [&](std::size_t column) { return valuesOf(rows, column, texts); };
    return rows.empty() || writer.addGroup(values, rows.size(), entries);
}

void writeCell(
    support::JsonWriter& json, std::size_t column, const ColumnValues& values, std::size_t row)
{
    const auto& spec = columns[column];
    if (spec.type == ColumnType::Text) {
        if (const auto text = values.dictionary[values.indices[row]]; !text.empty())
            json.member(spec.name, text);
    } else if (spec.type == ColumnType::Number) {
        if (std::isfinite(values.numbers[row]))
            json.member(spec.name, values.numbers[row]);
    } else if (const auto whole = values.integers[row];
               whole != absentIn(column) && whole != noInteger) {
        json.member(spec.name, whole);
    }
}

} // namespace

std::string profileFromText(std::string_view text)
{
    std::string bytes;
    auto writer = ParquetWriter::toMemory(bytes, columns);
    KeyValues entries;
    Rows rows;
    for (const auto line : support::split(text, '\n')) {
        if (line == "--") {
            if (!addGroup(*writer, rows, entries))
                return {};
            rows.clear();
        } else if (line.starts_with("= ")) {
            if (auto row = support::parseJson(line.substr(2)))
                rows.push_back(*std::move(row));
        } else if (const auto blank = line.find(' '); blank != line.npos) {
            entries.insert_or_assign(std::string(line.substr(0, blank)), line.substr(blank + 1));
        }
    }
    return addGroup(*writer, rows, entries) && writer->finish(entries) ? bytes : std::string();
}

std::string textFromProfile(std::span<const std::byte> file, std::size_t mostRows)
{
    auto reader = ParquetReader::open(file);
    if (!reader)
        return {};
    std::string text;
    for (const auto& [key, value] : reader->keyValues())
        text += key + " " + value + "\n";
    std::map<std::string_view, std::size_t> rowsOfKind;
    for (std::size_t group = 0; group < reader->groups(); ++group) {
        std::vector<ColumnValues> values;
        for (const auto& spec : columns) {
            auto read = reader->read(group, spec);
            if (!read)
                return {};
            values.push_back(*std::move(read));
        }
        for (std::size_t row = 0; row < reader->rows(group); ++row) {
            const auto& kinds = values[KindColumn];
            if (rowsOfKind[kinds.dictionary[kinds.indices[row]]]++ >= mostRows)
                continue;
            text += "= " + support::jsonLine([&](support::JsonWriter& json) {
                for (std::size_t column = 0; column < columns.size(); ++column)
                    writeCell(json, column, values[column], row);
            }) + "\n";
        }
        text += "--\n";
    }
    return text;
}

} // namespace fuzz
