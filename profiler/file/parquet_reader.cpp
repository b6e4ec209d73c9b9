#include "profiler/file/parquet.h"

#include "model/support/text.h"
#include "profiler/file/encoding.h"
#include "profiler/file/parquet_schema.h"
#include "profiler/file/thrift.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::Result;
using Bytes = std::span<const std::byte>;

namespace {

constexpr std::size_t mostColumns = 1000;
constexpr std::size_t mostRows = std::size_t(1) << 32;
constexpr int mostAttempts = 10'000; ///< marks that are tried as the end of a cut file

template <typename... Parts>
support::Error malformed(const Parts&... parts)
{
    return failAs(ErrorKind::File, parts...);
}

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

struct SchemaColumn {
    std::string name;
    std::int64_t type = -1;
};

struct Footer {
    std::vector<SchemaColumn> columns;
    std::vector<GroupPlace> groups;
    KeyValues keyValues;
    std::string createdBy;
    std::int64_t rows = 0;
};

/// Calls `onField(id, type)` for every field of a struct; it returns whether it has read the field,
/// else it is skipped.
template <typename OnField>
Result<void> readStruct(ThriftReader& reader, OnField onField)
{
    reader.beginStruct();
    for (;;) {
        const auto field = TRY(reader.field());
        if (field.type == ThriftType::Stop)
            break;
        Result<bool> isRead = onField(field.id, field.type);
        if (!isRead)
            return std::move(isRead).error();
        if (!*isRead)
            TRY(reader.skip(field.type));
    }
    reader.endStruct();
    return {};
}

/// A list of structs, each read by `onElement`.
template <typename OnElement>
Result<bool> readStructs(ThriftReader& reader, ThriftType type, OnElement onElement)
{
    if (type != ThriftType::List)
        return false;
    const auto list = TRY(reader.list());
    if (list.type != ThriftType::Struct)
        return malformed("a list in the description of the file has elements of type ",
            static_cast<int>(list.type), ", expected structures");
    for (std::size_t i = 0; i < list.count; ++i)
        TRY(onElement());
    return true;
}

Result<bool> readInteger(ThriftReader& reader, ThriftType type, std::int64_t& value)
{
    value = TRY(reader.integer(type));
    return true;
}

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
    if (column.type < 0) // the root has no type; nested structures are not ours
        return {};
    if (repetition != 0 || children != 0)
        return malformed("column '", support::sanitise(column.name),
            "' may be absent or nested: not written by Opscope");
    if (footer.columns.size() >= mostColumns)
        return malformed("more than ", mostColumns, " columns");
    footer.columns.push_back(std::move(column));
    return {};
}

Result<void> readColumnPlace(ThriftReader& reader, ChunkPlace& chunk)
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

Result<void> readChunk(ThriftReader& reader, GroupPlace& group)
{
    ChunkPlace chunk;
    const auto onField = [&](std::int16_t id, ThriftType type) -> Result<bool> {
        if (id != 3 || type != ThriftType::Struct)
            return false;
        TRY(readColumnPlace(reader, chunk));
        return true;
    };
    TRY(readStruct(reader, onField));
    if (group.columns.size() >= mostColumns)
        return malformed("more than ", mostColumns, " columns in a row group");
    group.columns.push_back(chunk);
    return {};
}

Result<void> readGroup(ThriftReader& reader, Footer& footer)
{
    GroupPlace group;
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

Result<void> checkChunk(const ChunkPlace& chunk, const GroupPlace& group, std::size_t fileBytes)
{
    const auto size = static_cast<std::int64_t>(fileBytes);
    const auto start = chunk.dictionaryOffset >= 0 ? chunk.dictionaryOffset : chunk.dataOffset;
    if (chunk.dataOffset < start || start < static_cast<std::int64_t>(magic.size())
        || chunk.compressedBytes < 0 || start > size || chunk.compressedBytes > size - start
        || chunk.dataOffset >= size)
        return malformed("a column lies at bytes ", start, " to ",
            start + std::max<std::int64_t>(0, chunk.compressedBytes), ", the file has ", size);
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
    if (rows != static_cast<std::uint64_t>(footer.rows) || rows > mostRows)
        return malformed("the file says ", footer.rows, " rows, its groups have ", rows);
    return {};
}

/// The footer that ends before `end`, which is behind its magic.
Result<Footer> footerEndingAt(Bytes bytes, std::size_t end)
{
    if (end < magic.size() + tailBytes || !isMagicAt(bytes, end - magic.size()))
        return malformed("does not end with the mark of a Parquet file");
    const std::size_t length = wordAt(bytes, end - tailBytes);
    if (length > end - tailBytes - magic.size())
        return malformed("its description is said to have ", length, " bytes, the file has ", end);
    auto footer = TRY(parseFooter(bytes.subspan(end - tailBytes - length, length)));
    TRY(checkFooter(footer, end - tailBytes - length));
    return footer;
}

} // namespace

struct ParquetReader::State {
    Bytes bytes;
    Footer footer;
    std::size_t end = 0;
    // Dictionaries keep their texts here; a deque would do, but columns are few.
    std::vector<std::unique_ptr<std::string>> pages;
    std::size_t usedPages = 0; // the others are free to be used again

    struct Page {
        std::int64_t type = -1;
        std::int64_t values = 0;
        std::int64_t encoding = -1;
        std::string_view content;
        std::size_t next = 0; ///< offset behind it
    };

    Result<Page> readPage(std::size_t offset, std::size_t limit, std::int32_t codec)
    {
        if (offset >= limit)
            return malformed("a page begins at byte ", offset, ", its column ends at ", limit);
        ThriftReader reader(bytes.subspan(offset, limit - offset));
        Page page;
        std::int64_t plainBytes = -1;
        std::int64_t compressedBytes = -1;
        const auto onInner = [&](std::int16_t id, ThriftType type) -> Result<bool> {
            if (id == 1)
                return readInteger(reader, type, page.values);
            if (id == 2)
                return readInteger(reader, type, page.encoding);
            return false;
        };
        const auto onField = [&](std::int16_t id, ThriftType type) -> Result<bool> {
            if (id == 1)
                return readInteger(reader, type, page.type);
            if (id == 2)
                return readInteger(reader, type, plainBytes);
            if (id == 3)
                return readInteger(reader, type, compressedBytes);
            if ((id != 5 && id != 7) || type != ThriftType::Struct)
                return false;
            TRY(readStruct(reader, onInner));
            return true;
        };
        TRY(readStruct(reader, onField));
        const auto start = offset + reader.position();
        if (plainBytes < 0 || static_cast<std::uint64_t>(plainBytes) > largestPage)
            return malformed(
                "a page of ", plainBytes, " bytes, at most ", largestPage, " are possible");
        if (compressedBytes < 0 || static_cast<std::uint64_t>(compressedBytes) > limit - start)
            return malformed("a page of ", compressedBytes, " compressed bytes at byte ", start,
                ", its column ends at ", limit);
        page.next = start + static_cast<std::size_t>(compressedBytes);
        page.content = TRY(unpacked(bytes.subspan(start, static_cast<std::size_t>(compressedBytes)),
            static_cast<std::size_t>(plainBytes), codec));
        return page;
    }

    Result<std::string_view> unpacked(Bytes packed, std::size_t plainBytes, std::int32_t codec)
    {
        if (codec == Uncompressed) {
            if (packed.size() != plainBytes)
                return malformed("an uncompressed page has two sizes");
            return std::string_view(reinterpret_cast<const char*>(packed.data()), packed.size());
        }
        // What zstd itself says comes first, so that a few bytes cannot claim a large page.
        if (const auto claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
            claimed != plainBytes)
            return malformed("a page says ", plainBytes, " bytes, its compressed data disagrees");
        if (usedPages == pages.size())
            pages.push_back(std::make_unique<std::string>());
        auto& text = *pages[usedPages++];
        text.resize(plainBytes);
        const auto size = ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
        if (ZSTD_isError(size) != 0 || size != plainBytes)
            return malformed("a page cannot be decompressed: ",
                ZSTD_isError(size) != 0 ? ZSTD_getErrorName(size) : "it is shorter than said");
        return std::string_view(text);
    }

    std::optional<std::size_t> columnIndex(std::string_view name) const
    {
        const auto found = std::ranges::find(footer.columns, name, &SchemaColumn::name);
        if (found == footer.columns.end())
            return {};
        return static_cast<std::size_t>(found - footer.columns.begin());
    }
};

namespace {

Bytes bytesOf(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

Result<std::vector<std::string_view>> readTexts(std::string_view page, std::int64_t count)
{
    std::vector<std::string_view> texts;
    for (std::int64_t i = 0; i < count; ++i) {
        if (page.size() < 4)
            return malformed("a dictionary of ", count, " texts ends after ", i);
        const std::size_t length = wordAt(bytesOf(page), 0);
        page.remove_prefix(4);
        if (length > page.size())
            return malformed(
                "a text of ", length, " bytes in a dictionary, ", page.size(), " are left");
        texts.push_back(page.substr(0, length));
        page.remove_prefix(length);
    }
    return texts;
}

std::vector<double> readNumbers(std::string_view page)
{
    std::vector<double> numbers(page.size() / sizeof(double));
    std::memcpy(numbers.data(), page.data(), numbers.size() * sizeof(double));
    return numbers;
}

Result<void> readIndices(std::string_view page, std::size_t rows, std::size_t entries,
    std::vector<std::uint32_t>& indices)
{
    if (page.empty())
        return malformed("a column ends before its first value");
    TRY(readHybrid(bytesOf(page).subspan(1), rows, static_cast<unsigned char>(page[0]), indices));
    for (const auto index : indices)
        if (index >= entries)
            return malformed("a column refers to entry ", index, " of a dictionary of ", entries);
    return {};
}

} // namespace

ParquetReader::ParquetReader(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
ParquetReader::ParquetReader(ParquetReader&&) noexcept = default;
ParquetReader::~ParquetReader() = default;

Result<ParquetReader> ParquetReader::open(Bytes bytes, Tail tail)
{
    if (!isMagicAt(bytes, 0))
        return malformed("not a profile: it does not begin with the mark of a Parquet file");
    auto state = std::make_unique<State>();
    state->bytes = bytes;
    auto footer = footerEndingAt(bytes, bytes.size());
    state->end = bytes.size();
    if (!footer && tail == Tail::Recover) {
        int attempts = 0;
        for (auto end = bytes.size(); !footer && end > magic.size() + tailBytes;) {
            --end;
            if (!isMagicAt(bytes, end - magic.size()) || ++attempts > mostAttempts)
                continue;
            footer = footerEndingAt(bytes, end);
            state->end = end;
        }
        if (!footer)
            return malformed("no complete row group is in the file");
    }
    state->footer = TRY(std::move(footer));
    return ParquetReader(std::move(state));
}

const KeyValues& ParquetReader::keyValues() const { return m_state->footer.keyValues; }
std::size_t ParquetReader::groups() const { return m_state->footer.groups.size(); }
std::size_t ParquetReader::rows(std::size_t group) const
{
    return static_cast<std::size_t>(m_state->footer.groups[group].rows);
}
std::size_t ParquetReader::usedBytes() const { return m_state->end; }
bool ParquetReader::hasColumn(std::string_view name) const
{
    return m_state->columnIndex(name).has_value();
}

void ParquetReader::releasePages() { m_state->usedPages = 0; }

Result<ColumnValues> ParquetReader::read(std::size_t group, const ColumnSpec& column)
{
    ColumnValues values;
    TRY(readInto(values, group, column));
    return values;
}

Result<void> ParquetReader::readInto(
    ColumnValues& values, std::size_t group, const ColumnSpec& column)
{
    const auto index = m_state->columnIndex(column.name);
    if (!index)
        return malformed("column '", column.name, "' is absent");
    const auto& chunk = m_state->footer.groups[group].columns[*index];
    if (chunk.type != physicalType(column.type)
        || m_state->footer.columns[*index].type != chunk.type)
        return malformed("column '", column.name, "' has physical type ", chunk.type, ", expected ",
            physicalType(column.type));
    const auto rowCount = rows(group);
    const bool hasDictionary = chunk.dictionaryOffset >= 0;
    const auto start
        = static_cast<std::size_t>(hasDictionary ? chunk.dictionaryOffset : chunk.dataOffset);
    const auto limit = start + static_cast<std::size_t>(chunk.compressedBytes);

    State::Page dictionary;
    if (hasDictionary) {
        dictionary = TRY(m_state->readPage(start, limit, chunk.codec));
        if (dictionary.type != DictionaryPage || dictionary.values < 0
            || dictionary.encoding != Plain)
            return malformed("column '", column.name, "' has no dictionary where it is said to be");
    }
    const auto page
        = TRY(m_state->readPage(static_cast<std::size_t>(chunk.dataOffset), limit, chunk.codec));
    if (page.type != DataPage || page.values != static_cast<std::int64_t>(rowCount))
        return malformed("column '", column.name, "' has a page of ", page.values,
            " values in a row group of ", rowCount, " rows");

    if (column.type == ColumnType::Integer) {
        if (page.encoding != DeltaBinaryPacked)
            return malformed("column '", column.name, "' has encoding ", page.encoding,
                ", Opscope writes differences");
        return readDelta(bytesOf(page.content), rowCount, values.integers);
    }
    if (page.encoding == RleDictionary && hasDictionary) {
        std::vector<double> numbers;
        std::size_t entries = 0;
        if (column.type == ColumnType::Text) {
            values.dictionary = TRY(readTexts(dictionary.content, dictionary.values));
            entries = values.dictionary.size();
        } else {
            numbers = readNumbers(dictionary.content);
            entries = numbers.size();
        }
        TRY(readIndices(page.content, rowCount, entries, values.indices));
        if (column.type == ColumnType::Number) {
            values.numbers.clear();
            values.numbers.reserve(rowCount);
            for (const auto i : values.indices)
                values.numbers.push_back(numbers[i]);
            values.indices.clear();
        }
        return {};
    }
    if (column.type == ColumnType::Text || page.encoding != Plain
        || page.content.size() != rowCount * sizeof(double))
        return malformed("column '", column.name, "' has encoding ", page.encoding, " and ",
            page.content.size(), " bytes for ", rowCount, " rows");
    values.numbers = readNumbers(page.content);
    return {};
}

} // namespace profiler::file
