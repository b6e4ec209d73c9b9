#include "profiler/file/parquet.h"

#include "profiler/file/encoding.h"
#include "profiler/file/parquet_schema.h"
#include "profiler/file/part_file.h"
#include "profiler/file/thrift.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int compressionLevel = 1;
constexpr std::size_t largestNumberDictionary = 4096;

void appendWord(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>(value >> shift));
}

void appendNumber(std::string& out, double value)
{
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

std::string indexPage(std::span<const std::uint32_t> indices, std::size_t entries)
{
    const int bits = bitsFor(entries == 0 ? 0 : static_cast<std::uint32_t>(entries - 1));
    std::string page(1, static_cast<char>(bits));
    appendHybrid(page, indices, bits);
    return page;
}

/// The pages of a column before compression.
struct Pages {
    std::string dictionary;
    std::size_t entries = 0; ///< 0 = no dictionary page
    std::string content;
    Encoding encoding = Plain;
};

Pages textPages(const ColumnValues& values)
{
    Pages pages;
    for (const auto text : values.dictionary) {
        appendWord(pages.dictionary, static_cast<std::uint32_t>(text.size()));
        pages.dictionary += text;
    }
    pages.entries = values.dictionary.size();
    pages.content = indexPage(values.indices, pages.entries);
    pages.encoding = RleDictionary;
    return pages;
}

Pages numberPages(const ColumnValues& values)
{
    Pages pages;
    if (!values.indices.empty()) {
        for (const auto number : values.numbers)
            appendNumber(pages.dictionary, number);
        pages.entries = values.numbers.size();
        pages.content = indexPage(values.indices, pages.entries);
        pages.encoding = RleDictionary;
        return pages;
    }
    std::unordered_map<std::uint64_t, std::uint32_t> known; // by bits, so that NaN equals itself
    std::vector<std::uint32_t> indices;
    indices.reserve(values.numbers.size());
    std::uint64_t lastBits = 0;
    for (const auto number : values.numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        if (!indices.empty() && bits == lastBits) {
            indices.push_back(indices.back());
            continue;
        }
        lastBits = bits;
        const auto [place, isNew] = known.emplace(bits, static_cast<std::uint32_t>(known.size()));
        if (isNew)
            appendNumber(pages.dictionary, number);
        if (known.size() > largestNumberDictionary)
            break;
        indices.push_back(place->second);
    }
    if (known.size() <= largestNumberDictionary) {
        pages.entries = known.size();
        pages.content = indexPage(indices, pages.entries);
        pages.encoding = RleDictionary;
        return pages;
    }
    pages.dictionary.clear();
    for (const auto number : values.numbers)
        appendNumber(pages.content, number);
    return pages;
}

Pages pagesOf(const ColumnValues& values, ColumnType type)
{
    if (type == ColumnType::Text)
        return textPages(values);
    if (type == ColumnType::Number)
        return numberPages(values);
    Pages pages;
    appendDelta(pages.content, values.integers);
    pages.encoding = DeltaBinaryPacked;
    return pages;
}

Result<std::string> compressed(std::string_view page)
{
    std::string out(ZSTD_compressBound(page.size()), '\0');
    const auto size
        = ZSTD_compress(out.data(), out.size(), page.data(), page.size(), compressionLevel);
    if (ZSTD_isError(size) != 0)
        return failAs(ErrorKind::Resource, "cannot compress: ", ZSTD_getErrorName(size));
    out.resize(size);
    return out;
}

struct PageDescription {
    PageType type;
    std::size_t values;
    Encoding encoding;
};

std::string pageHeader(
    const PageDescription& page, std::size_t plainBytes, std::size_t compressedBytes)
{
    ThriftWriter writer;
    writer.beginStruct();
    writer.i32(1, page.type);
    writer.i32(2, static_cast<std::int32_t>(plainBytes));
    writer.i32(3, static_cast<std::int32_t>(compressedBytes));
    writer.structField(page.type == DictionaryPage ? 7 : 5);
    writer.i32(1, static_cast<std::int32_t>(page.values));
    writer.i32(2, page.encoding);
    if (page.type == DataPage) {
        writer.i32(3, Rle); // definition and repetition levels: none, as every value is required
        writer.i32(4, Rle);
    }
    writer.endStruct();
    writer.endStruct();
    return writer.bytes();
}

void writeSchema(ThriftWriter& writer, std::span<const ColumnSpec> columns)
{
    writer.list(2, ThriftType::Struct, columns.size() + 1);
    writer.beginStruct();
    writer.binary(4, "profile");
    writer.i32(5, static_cast<std::int32_t>(columns.size()));
    writer.endStruct();
    for (const auto& column : columns) {
        writer.beginStruct();
        writer.i32(1, physicalType(column.type));
        writer.i32(3, 0); // required
        writer.binary(4, column.name);
        if (column.type == ColumnType::Text)
            writer.i32(6, convertedUtf8);
        writer.endStruct();
    }
}

void writeChunk(ThriftWriter& writer, const ChunkPlace& chunk, std::string_view name)
{
    const auto start = chunk.dictionaryOffset >= 0 ? chunk.dictionaryOffset : chunk.dataOffset;
    writer.beginStruct();
    writer.i64(2, start);
    writer.structField(3);
    writer.i32(1, chunk.type);
    writer.list(2, ThriftType::I32, chunk.dictionaryOffset >= 0 ? 2 : 1);
    if (chunk.dictionaryOffset >= 0)
        writer.element(Plain);
    writer.element(chunk.dictionaryOffset >= 0 ? RleDictionary
            : chunk.type == Int64              ? DeltaBinaryPacked
                                               : Plain);
    writer.list(3, ThriftType::Binary, 1);
    writer.element(name);
    writer.i32(4, chunk.codec);
    writer.i64(5, chunk.values);
    writer.i64(6, chunk.plainBytes);
    writer.i64(7, chunk.compressedBytes);
    writer.i64(9, chunk.dataOffset);
    if (chunk.dictionaryOffset >= 0)
        writer.i64(11, chunk.dictionaryOffset);
    writer.endStruct();
    writer.endStruct();
}

void writeGroup(ThriftWriter& writer, const GroupPlace& group, std::span<const ColumnSpec> columns)
{
    writer.beginStruct();
    writer.list(1, ThriftType::Struct, group.columns.size());
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < group.columns.size(); ++i) {
        writeChunk(writer, group.columns[i], columns[i].name);
        bytes += group.columns[i].plainBytes;
    }
    writer.i64(2, bytes);
    writer.i64(3, group.rows);
    writer.endStruct();
}

} // namespace

struct ParquetWriter::State {
    PartFile file;
    std::vector<ColumnSpec> columns;
    std::vector<GroupPlace> groups;
    std::int64_t rows = 0;
    KeyValues lastKeyValues; // of the footer that ends the file

    Result<void> appendPage(
        ChunkPlace& chunk, const PageDescription& page, std::string_view content)
    {
        if (content.size() > largestPage)
            return failAs(ErrorKind::Resource, "a column needs ", content.size() >> 20,
                " MiB in one piece, ", largestPage >> 20, " are possible");
        const auto packed = TRY(compressed(content));
        const auto header = pageHeader(page, content.size(), packed.size());
        chunk.compressedBytes += static_cast<std::int64_t>(header.size() + packed.size());
        chunk.plainBytes += static_cast<std::int64_t>(header.size() + content.size());
        TRY(file.append(header));
        return file.append(packed);
    }

    Result<ChunkPlace> appendColumn(
        const ColumnValues& values, ColumnType type, std::size_t rowCount)
    {
        const auto pages = pagesOf(values, type);
        ChunkPlace chunk;
        chunk.type = physicalType(type);
        chunk.values = static_cast<std::int64_t>(rowCount);
        if (pages.entries > 0) {
            chunk.dictionaryOffset = static_cast<std::int64_t>(file.size());
            TRY(appendPage(chunk, { DictionaryPage, pages.entries, Plain }, pages.dictionary));
        }
        chunk.dataOffset = static_cast<std::int64_t>(file.size());
        TRY(appendPage(chunk, { DataPage, rowCount, pages.encoding }, pages.content));
        return chunk;
    }

    Result<void> appendFooter(const KeyValues& keyValues)
    {
        ThriftWriter writer;
        writer.beginStruct();
        writer.i32(1, 1);
        writeSchema(writer, columns);
        writer.i64(3, rows);
        writer.list(4, ThriftType::Struct, groups.size());
        for (const auto& group : groups)
            writeGroup(writer, group, columns);
        writer.list(5, ThriftType::Struct, keyValues.size());
        for (const auto& [key, value] : keyValues) {
            writer.beginStruct();
            writer.binary(1, key);
            writer.binary(2, value);
            writer.endStruct();
        }
        writer.binary(6, std::string(creator).append(OPSCOPE_VERSION));
        writer.endStruct();
        auto tail = writer.bytes();
        appendWord(tail, static_cast<std::uint32_t>(writer.bytes().size()));
        tail += magic;
        lastKeyValues = keyValues;
        return file.append(tail);
    }

    Result<void> appendGroup(
        const ColumnSource& source, std::size_t rowCount, const KeyValues& keyValues)
    {
        GroupPlace group;
        group.rows = static_cast<std::int64_t>(rowCount);
        for (std::size_t i = 0; i < columns.size(); ++i)
            group.columns.push_back(TRY(appendColumn(source(i), columns[i].type, rowCount)));
        groups.push_back(std::move(group));
        rows += static_cast<std::int64_t>(rowCount);
        auto written = appendFooter(keyValues);
        if (!written) {
            groups.pop_back();
            rows -= static_cast<std::int64_t>(rowCount);
        }
        return written;
    }
};

ParquetWriter::ParquetWriter(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
ParquetWriter::ParquetWriter(ParquetWriter&&) noexcept = default;
ParquetWriter::~ParquetWriter() = default;

Result<ParquetWriter> ParquetWriter::create(
    const std::filesystem::path& target, std::span<const ColumnSpec> columns, LeftPart left)
{
    std::unique_ptr<State> state(
        new State { PartFile(target), { columns.begin(), columns.end() }, {}, 0, {} });
    TRY(state->file.open(left));
    TRY(state->file.append(magic));
    return ParquetWriter(std::move(state));
}

Result<void> ParquetWriter::addGroup(
    const ColumnSource& source, std::size_t rows, const KeyValues& keyValues)
{
    const auto before = m_state->file.size();
    auto added = m_state->appendGroup(source, rows, keyValues);
    if (added)
        return added;
    m_state->file.cutTo(before);
    return added;
}

Result<void> ParquetWriter::finish(const KeyValues& keyValues)
{
    if (m_state->groups.empty() || keyValues != m_state->lastKeyValues)
        TRY(m_state->appendFooter(keyValues));
    return m_state->file.commit();
}

std::size_t ParquetWriter::rows() const { return static_cast<std::size_t>(m_state->rows); }

void ParquetWriter::keepPart() { m_state->file.keep(); }

} // namespace profiler::file
