#include "app/cli/fleet/plan.h"
#include "app/cli/fleet/plan_columns.h"

#include "profiler/file/parquet.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace cli {

using profiler::file::ColumnSpec;
using profiler::file::ColumnType;
using profiler::file::ColumnValues;
using profiler::file::ParquetReader;
using profiler::file::ParquetWriter;
using profiler::file::Presence;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::string_view planKey = "opscope.plan";

std::vector<ColumnSpec> columnSpecs()
{
    std::vector<ColumnSpec> specs;
    for (const auto& column : planColumns)
        specs.push_back(column.kind == PlanColumn::Kind::Integer
                ? ColumnSpec { column.name, ColumnType::Integer, Presence::Optional }
                : ColumnSpec { column.name, ColumnType::Text });
    return specs;
}

void writeValue(JsonWriter& json, const JsonValue& value)
{
    if (value.kind() == JsonValue::Kind::Object) {
        json.beginObject();
        for (const auto& [name, size] : value.members())
            json.member(name, size.integerOr(0));
        json.endObject();
        return;
    }
    json.array(value.items(), [](const JsonValue& word) { return word.stringOr(""); });
}

/// The text of a cell: that of a text, the JSON text of an object or a list.
std::string cellText(const JsonValue& value)
{
    if (value.kind() == JsonValue::Kind::String)
        return value.stringOr("");
    std::string text;
    JsonWriter json(text);
    writeValue(json, value);
    json.flush();
    return text;
}

/// Reads a column of the whole file as JSON texts of its cells.
Result<std::vector<std::string>> cellsOf(ParquetReader& reader, const PlanColumn& column)
{
    using Kind = PlanColumn::Kind;
    const bool isInteger = column.kind == Kind::Integer;
    const ColumnSpec spec { column.name, isInteger ? ColumnType::Integer : ColumnType::Text,
        isInteger ? Presence::Optional : Presence::Required };
    std::vector<std::string> cells;
    for (std::size_t group = 0; group < reader.groups(); ++group) {
        const auto values = TRY(reader.read(group, spec));
        for (std::size_t row = 0; row < reader.rows(group); ++row) {
            std::string cell;
            JsonWriter json(cell);
            if (isInteger && values.integers[row] == profiler::file::noInteger)
                json.null();
            else if (isInteger)
                json.value(values.integers[row]);
            else if (const auto text = values.dictionary[values.indices[row]];
                     column.kind == Kind::Text)
                json.value(text);
            else
                json.raw(text);
            json.flush();
            cells.push_back(std::move(cell));
        }
    }
    return cells;
}

} // namespace

Result<std::string> planParquet(const Plan& plan)
{
    const auto document = TRY(support::parseJson(planJson(plan)));
    const auto rows = document["jobs"].items();
    std::string bytes;
    const auto specs = columnSpecs();
    auto writer = TRY(ParquetWriter::toMemory(bytes, specs));
    std::unordered_map<std::string, std::uint32_t> places; // of the texts of the current column
    const auto source = [&](std::size_t column) {
        ColumnValues values;
        places.clear();
        for (const auto& row : rows) {
            const auto& cell = row[specs[column].name];
            if (specs[column].type == ColumnType::Integer) {
                values.integers.push_back(cell.integerOr(profiler::file::noInteger));
                continue;
            }
            const auto [place, isNew]
                = places.emplace(cellText(cell), static_cast<std::uint32_t>(places.size()));
            if (isNew)
                values.dictionary.push_back(place->first);
            values.indices.push_back(place->second);
        }
        return values;
    };
    const profiler::file::KeyValues head { { std::string(planKey),
        support::jsonLine([&](JsonWriter& json) {
            json.members({ { "format", document["format"].stringOr("") },
                { "version", document["version"].integerOr(0) }, { "opscope", plan.program } });
        }) } };
    TRY(writer.addGroup(source, rows.size(), head));
    TRY(writer.finish(head));
    return bytes;
}

Result<JsonValue> planRowsOfParquet(std::span<const std::byte> bytes)
{
    auto reader = TRY(ParquetReader::open(bytes));
    const auto head = reader.keyValues().find(planKey);
    if (head == reader.keyValues().end())
        return failAs(ErrorKind::File,
            "is a Parquet file, but no plan that `opscope-cli plan make` wrote; other programs "
            "can change the JSON form of a plan");
    std::vector<std::string> rows;
    for (const auto& column : planColumns) {
        const auto cells = TRY(cellsOf(reader, column));
        rows.resize(cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i)
            rows[i]
                += (rows[i].empty() ? "{\"" : ",\"") + std::string(column.name) + "\":" + cells[i];
        reader.releasePages();
    }
    // The head is an object; the rows follow as one more member.
    auto text = head->second.substr(0, head->second.rfind('}')) + ",\"jobs\":[";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i == 0 ? "" : ",") + rows[i] + "}";
    auto document = support::parseJson(text + "]}");
    if (!document)
        return std::move(document).error().within("the table of jobs").as(ErrorKind::File);
    return document;
}

} // namespace cli
