#include "profiler/file/parquet_footer.h"

#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace profiler::file {

using support::Result;
using Bytes = std::span<const std::byte>;

namespace {

constexpr std::size_t maxColumns = 1000;
constexpr std::size_t maxRows = std::size_t(1) << 32;

Result<bool> readText(ThriftReader& reader, ThriftType type, std::string& value)
{
    if (type != ThriftType::Binary)
        return false;
    value = std::string(TRY(reader.binary()));
    return true;
}

Result<void> readSchemaElement(ThriftReader& reader, Footer& footer)
{
    SchemaColumn column;
    std::int64_t children = 0;
    std::int64_t repetition = 0;
    TRY(readStruct(reader, [&](std::int16_t id, ThriftType type) -> Result<bool> {
        if (id == 1)
            return readInteger(reader, type, column.type);
        if (id == 3)
            return readInteger(reader, type, repetition);
        if (id == 4)
            return readText(reader, type, column.name);
        if (id == 5)
            return readInteger(reader, type, children);
        return false;
    }));
    if (column.type < 0) // the root has no type; Opscope writes no nested structures
        return {};
    if ((repetition != required && repetition != optional) || children != 0)
        return malformed("column '", support::sanitise(column.name),
            "' is repeated or nested: not written by Opscope");
    column.presence = repetition == optional ? Presence::Optional : Presence::Required;
    if (footer.columns.size() >= maxColumns)
        return malformed("more than ", maxColumns, " columns");
    footer.columns.push_back(std::move(column));
    return {};
}

Result<void> readColumnPlace(ThriftReader& reader, ColumnChunk& chunk)
{
    std::int64_t codec = -1;
    std::int64_t physical = -1;
    TRY(readStruct(reader, [&](std::int16_t id, ThriftType type) -> Result<bool> {
        switch (id) {
        case 1:
            return readInteger(reader, type, physical);
        case 4:
            return readInteger(reader, type, codec);
        case 5:
            return readInteger(reader, type, chunk.values);
        case 7:
            return readInteger(reader, type, chunk.compressedBytes);
        case 9:
            return readInteger(reader, type, chunk.dataOffset);
        case 11:
            return readInteger(reader, type, chunk.dictionaryOffset);
        default:
            return false;
        }
    }));
    if (codec != Zstd && codec != Uncompressed)
        return malformed("a column is compressed with codec ", codec, ", Opscope writes zstd");
    if (physical != Int64 && physical != Double && physical != ByteArray)
        return malformed(
            "a column has physical type ", physical, ", Opscope writes int64, double and text");
    chunk.codec = static_cast<std::int32_t>(codec);
    chunk.type = static_cast<PhysicalType>(physical);
    return {};
}

Result<void> readChunk(ThriftReader& reader, RowGroup& group)
{
    ColumnChunk chunk;
    const auto onField = [&](std::int16_t id, ThriftType type) -> Result<bool> {
        if (id != 3 || type != ThriftType::Struct)
            return false;
        TRY(readColumnPlace(reader, chunk));
        return true;
    };
    TRY(readStruct(reader, onField));
    if (group.columns.size() >= maxColumns)
        return malformed("more than ", maxColumns, " columns in a row group");
    group.columns.push_back(chunk);
    return {};
}

Result<void> readGroup(ThriftReader& reader, Footer& footer)
{
    RowGroup group;
    TRY(readStruct(reader, [&](std::int16_t id, ThriftType type) -> Result<bool> {
        if (id == 3)
            return readInteger(reader, type, group.rows);
        if (id != 1)
            return false;
        return readStructs(reader, type, [&] { return readChunk(reader, group); });
    }));
    footer.groups.push_back(std::move(group));
    return {};
}

Result<void> readKeyValue(ThriftReader& reader, Footer& footer)
{
    std::string key;
    std::string value;
    TRY(readStruct(reader, [&](std::int16_t id, ThriftType type) -> Result<bool> {
        if (id == 1)
            return readText(reader, type, key);
        if (id == 2)
            return readText(reader, type, value);
        return false;
    }));
    footer.keyValues.insert_or_assign(std::move(key), std::move(value));
    return {};
}

Result<Footer> parseFooter(Bytes bytes)
{
    ThriftReader reader(bytes);
    Footer footer;
    TRY(readStruct(reader, [&](std::int16_t id, ThriftType type) -> Result<bool> {
        switch (id) {
        case 2:
            return readStructs(reader, type, [&] { return readSchemaElement(reader, footer); });
        case 3:
            return readInteger(reader, type, footer.rows);
        case 4:
            return readStructs(reader, type, [&] { return readGroup(reader, footer); });
        case 5:
            return readStructs(reader, type, [&] { return readKeyValue(reader, footer); });
        case 6:
            return readText(reader, type, footer.createdBy);
        default:
            return false;
        }
    }));
    return footer;
}

Result<void> checkChunk(const ColumnChunk& chunk, const RowGroup& group, std::size_t fileBytes)
{
    const auto size = static_cast<std::int64_t>(fileBytes);
    const auto start = chunk.start();
    if (chunk.dataOffset < start || start < static_cast<std::int64_t>(magic.size())
        || chunk.compressedBytes < 0 || start > size || chunk.compressedBytes > size - start
        || chunk.dataOffset >= size)
        return malformed("a column of ", chunk.compressedBytes, " bytes begins at byte ", start,
            ", the file has ", size);
    if (chunk.values != group.rows)
        return malformed(
            "a column has ", chunk.values, " values in a row group of ", group.rows, " rows");
    return {};
}

Result<void> checkFooter(const Footer& footer, std::size_t fileBytes)
{
    if (!footer.createdBy.starts_with("Opscope"))
        return malformed("not written by Opscope (created by '",
            support::elideMiddle(support::sanitise(footer.createdBy), 80), "')");
    if (footer.columns.empty())
        return malformed("the file has no columns");
    std::uint64_t rows = 0;
    for (const auto& group : footer.groups) {
        if (group.rows <= 0 || static_cast<std::uint64_t>(group.rows) > rowsPerGroup)
            return malformed(
                "a row group of ", group.rows, " rows, 1 to ", rowsPerGroup, " are possible");
        if (group.columns.size() != footer.columns.size())
            return malformed("a row group has ", group.columns.size(), " columns, the file ",
                footer.columns.size());
        for (const auto& chunk : group.columns)
            TRY(checkChunk(chunk, group, fileBytes));
        rows += static_cast<std::uint64_t>(group.rows);
    }
    if (footer.rows < 0 || rows != static_cast<std::uint64_t>(footer.rows) || rows > maxRows)
        return malformed("the file says ", footer.rows, " rows, its groups have ", rows);
    return {};
}

/// Row groups follow each other in the file. Groups that share bytes would be a small file of any
/// number of rows.
Result<void> checkOrder(const Footer& combined)
{
    std::vector<std::int64_t> ends(combined.columns.size(), 0);
    for (const auto& group : combined.groups)
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const auto& chunk = group.columns[i];
            const auto start = chunk.start();
            if (start < ends[i])
                return malformed("column '", support::sanitise(combined.columns[i].name),
                    "' of a row group begins at byte ", start,
                    ", that of the group before it ends at byte ", ends[i]);
            ends[i] = start + chunk.compressedBytes;
        }
    return {};
}

/// Offset of the end of the previous footer; 0 if there is none or if it is not needed.
Result<std::size_t> previousEnd(const Footer& footer)
{
    const auto entry = footer.keyValues.find(previousFooterKey);
    if (entry == footer.keyValues.end())
        return std::size_t(0);
    const auto end = support::numberFrom<std::int64_t>(entry->second);
    if (!end || *end <= 0 || static_cast<std::uint64_t>(*end) > footer.start)
        return malformed("a footer at byte ", footer.start, " follows one that ends at byte ",
            support::quote(entry->second, 40));
    return static_cast<std::size_t>(*end);
}

} // namespace

std::uint32_t wordAt(Bytes bytes, std::size_t offset)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(bytes[offset + i]) << (8 * i);
    return value;
}

bool isMagicAt(Bytes bytes, std::size_t offset)
{
    return offset + magic.size() <= bytes.size()
        && std::memcmp(bytes.data() + offset, magic.data(), magic.size()) == 0;
}

Result<Footer> footerEndingAt(Bytes bytes, std::size_t end)
{
    if (end < magic.size() + tailBytes || !isMagicAt(bytes, end - magic.size()))
        return malformed("does not end with the mark of a Parquet file");
    const std::size_t length = wordAt(bytes, end - tailBytes);
    if (length > end - tailBytes - magic.size())
        return malformed("its description is said to have ", length, " bytes, the file has ", end);
    const auto start = end - tailBytes - length;
    auto footer = TRY(parseFooter(bytes.subspan(start, length)));
    TRY(checkFooter(footer, start));
    footer.start = start;
    return footer;
}

Result<Footer> withPrevious(Bytes bytes, Footer last)
{
    std::vector<std::vector<RowGroup>> groups;
    std::uint64_t rows = 0;
    auto footer = std::move(last);
    Footer combined;
    combined.columns = footer.columns;
    combined.createdBy = footer.createdBy;
    for (;;) {
        if (footer.columns != combined.columns)
            return malformed("the row groups of the file have different columns");
        const auto end = TRY(previousEnd(footer));
        rows += static_cast<std::uint64_t>(footer.rows);
        if (rows > maxRows)
            return malformed("the file has more than ", maxRows, " rows");
        groups.push_back(std::move(footer.groups));
        combined.keyValues.merge(footer.keyValues); // entries of later footers take precedence
        if (end == 0)
            break;
        footer = TRY(footerEndingAt(bytes, end));
    }
    for (auto& part : groups | std::views::reverse)
        std::ranges::move(part, std::back_inserter(combined.groups));
    combined.keyValues.erase(std::string(previousFooterKey));
    combined.rows = static_cast<std::int64_t>(rows);
    TRY(checkOrder(combined));
    return combined;
}

} // namespace profiler::file
