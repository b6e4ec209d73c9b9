#include "profiler/file/parquet.h"

#include "profiler/file/encoding.h"
#include "profiler/file/parquet_schema.h"
#include "profiler/file/part_file.h"
#include "profiler/file/thrift.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int compressionLevel = 1;
constexpr std::size_t largestNumberDictionary = 4096;
constexpr std::size_t longestRangeText = 64; // bytes; longer texts are not written as statistics

/// Appends a number as in a plain page: little endian.
template <typename T>
void appendNumber(std::string& out, T value)
{
    static_assert(std::endian::native == std::endian::little);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string indexPage(std::span<const std::uint32_t> indices, std::size_t entries)
{
    const int bits = bitsFor(entries == 0 ? 0 : static_cast<std::uint32_t>(entries - 1));
    std::string page(1, static_cast<char>(bits));
    appendHybrid(page, indices, bits);
    return page;
}

/// A column chunk and the statistics of its values.
struct WrittenChunk : ColumnChunk {
    Encoding encoding = Plain; ///< of the data page
    std::int64_t nulls = 0;
    std::string least; ///< encoded as in a plain page; texts without their length
    std::string largest;
    bool hasRange = false; ///< whether `least` and `largest` are known
};

struct WrittenGroup {
    std::vector<WrittenChunk> columns;
    std::int64_t rows = 0;
};

/// The pages of a column before compression.
struct Pages {
    std::string dictionary;
    std::size_t entries = 0; ///< of the dictionary; 0 = no dictionary page
    std::string content;
    Encoding encoding = Plain;
};

/// The number of each row; resolves `indices` into `numbers` if there are any.
std::vector<double> numbersOfRows(const ColumnValues& values)
{
    if (values.indices.empty())
        return values.numbers;
    std::vector<double> numbers;
    numbers.reserve(values.indices.size());
    for (const auto index : values.indices)
        numbers.push_back(values.numbers[index]);
    return numbers;
}

/// Removes the rows without a value from a column and returns its encoded definition levels.
template <typename T, typename IsAbsent>
std::string takeAbsent(std::vector<T>& values, IsAbsent isAbsent)
{
    std::vector<std::uint32_t> levels;
    levels.reserve(values.size());
    for (const auto& value : values)
        levels.push_back(isAbsent(value) ? 0 : 1);
    std::erase_if(values, isAbsent);
    std::string runs;
    appendHybrid(runs, levels, 1);
    std::string page;
    appendNumber(page, static_cast<std::uint32_t>(runs.size()));
    return page + runs;
}

template <typename T>
void setRange(WrittenChunk& chunk, const std::vector<T>& values)
{
    if (values.empty())
        return;
    auto [least, largest] = std::ranges::minmax(values);
    if constexpr (std::is_floating_point_v<T>) {
        if (std::ranges::any_of(values, [](T value) { return std::isnan(value); }))
            return;
        // -0 and 0 compare equal. The format requires -0 as least and 0 as largest value.
        least = least == 0 ? -0.0 : least;
        largest = largest == 0 ? 0.0 : largest;
    }
    appendNumber(chunk.least, least);
    appendNumber(chunk.largest, largest);
    chunk.hasRange = true;
}

/// The range is that of the dictionary, because every entry is used.
void setTextRange(WrittenChunk& chunk, const ColumnValues& values)
{
    if (values.dictionary.empty())
        return;
    const auto [least, largest] = std::ranges::minmax(values.dictionary);
    if (least.size() > longestRangeText || largest.size() > longestRangeText)
        return;
    chunk.least = least;
    chunk.largest = largest;
    chunk.hasRange = true;
}

Pages textPages(WrittenChunk& chunk, ColumnValues values, Presence presence)
{
    setTextRange(chunk, values);
    std::string levels;
    const auto rows = values.indices.size();
    if (presence == Presence::Optional)
        levels = takeAbsent(values.indices, [](std::uint32_t index) { return index == noText; });
    chunk.nulls = static_cast<std::int64_t>(rows - values.indices.size());
    Pages pages;
    if (values.indices.empty()) {
        pages.content = std::move(levels);
        return pages;
    }
    for (const auto text : values.dictionary) {
        appendNumber(pages.dictionary, static_cast<std::uint32_t>(text.size()));
        pages.dictionary += text;
    }
    pages.entries = values.dictionary.size();
    pages.content = levels + indexPage(values.indices, pages.entries);
    pages.encoding = RleDictionary;
    return pages;
}

Pages numberPages(const std::vector<double>& numbers)
{
    Pages pages;
    std::unordered_map<std::uint64_t, std::uint32_t> known; // by bits, so that NaN equals itself
    std::vector<std::uint32_t> indices;
    indices.reserve(numbers.size());
    std::uint64_t lastBits = 0;
    for (const auto number : numbers) {
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
    for (const auto number : numbers)
        appendNumber(pages.content, number);
    return pages;
}

Pages integerPages(const std::vector<std::int64_t>& integers)
{
    Pages pages;
    appendDelta(pages.content, integers);
    pages.encoding = DeltaBinaryPacked;
    return pages;
}

/// Makes the pages of a column: definition levels, then the values of rows that have one. Sets the
/// statistics of the chunk.
template <typename T, typename IsAbsent, typename MakePages>
Pages pagesOfPresent(WrittenChunk& chunk, std::vector<T> values, Presence presence,
    IsAbsent isAbsent, MakePages makePages)
{
    std::string levels;
    const auto rows = values.size();
    if (presence == Presence::Optional)
        levels = takeAbsent(values, isAbsent);
    chunk.nulls = static_cast<std::int64_t>(rows - values.size());
    setRange(chunk, values);
    auto pages = values.empty() ? Pages() : makePages(values);
    pages.content.insert(0, levels);
    return pages;
}

Pages pagesOf(WrittenChunk& chunk, ColumnValues values, const ColumnSpec& column)
{
    if (column.type == ColumnType::Text)
        return textPages(chunk, std::move(values), column.presence);
    if (column.type == ColumnType::Number)
        return pagesOfPresent(
            chunk, numbersOfRows(values), column.presence,
            [](double value) { return std::isnan(value); }, numberPages);
    return pagesOfPresent(
        chunk, std::move(values.integers), column.presence,
        [](std::int64_t value) { return value == noInteger; }, integerPages);
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
        writer.i32(3, Rle); // definition levels; 4 is the encoding of repetition levels, not used
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
        writer.i32(3, column.presence == Presence::Optional ? optional : required);
        writer.binary(4, column.name);
        if (column.type == ColumnType::Text)
            writer.i32(6, convertedUtf8);
        if (column.type == ColumnType::Time)
            writer.i32(6, convertedMicroseconds);
        writer.endStruct();
    }
}

void writeStatistics(ThriftWriter& writer, const WrittenChunk& chunk)
{
    writer.structField(12);
    writer.i64(3, chunk.nulls);
    if (chunk.hasRange) {
        writer.binary(5, chunk.largest);
        writer.binary(6, chunk.least);
    }
    writer.endStruct();
}

void writeChunk(ThriftWriter& writer, const WrittenChunk& chunk, std::string_view name)
{
    writer.beginStruct();
    writer.i64(2, chunk.start());
    writer.structField(3);
    writer.i32(1, chunk.type);
    writer.list(2, ThriftType::I32, chunk.dictionaryOffset >= 0 ? 3 : 2);
    if (chunk.dictionaryOffset >= 0)
        writer.element(Plain);
    writer.element(chunk.encoding);
    writer.element(Rle); // levels
    writer.list(3, ThriftType::Binary, 1);
    writer.element(name);
    writer.i32(4, chunk.codec);
    writer.i64(5, chunk.values);
    writer.i64(6, chunk.plainBytes);
    writer.i64(7, chunk.compressedBytes);
    writer.i64(9, chunk.dataOffset);
    if (chunk.dictionaryOffset >= 0)
        writer.i64(11, chunk.dictionaryOffset);
    writeStatistics(writer, chunk);
    writer.endStruct();
    writer.endStruct();
}

/// Writes the order TypeDefinedOrder of each column: numbers are signed, texts compare by bytes.
void writeColumnOrders(ThriftWriter& writer, std::size_t columns)
{
    writer.list(7, ThriftType::Struct, columns);
    for (std::size_t i = 0; i < columns; ++i) {
        writer.beginStruct();
        writer.structField(1);
        writer.endStruct();
        writer.endStruct();
    }
}

void writeGroup(
    ThriftWriter& writer, const WrittenGroup& group, std::span<const ColumnSpec> columns)
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
    std::unique_ptr<ByteOutput> output;
    PartFile* part; // null in memory
    std::vector<ColumnSpec> columns;
    std::vector<WrittenGroup> groups;
    std::int64_t rows = 0;
    KeyValues written; // entries of all footers so far
    std::uint64_t footerEnd = 0; // offset of the end of the last footer

    Result<void> appendPage(
        WrittenChunk& chunk, const PageDescription& page, std::string_view content)
    {
        if (content.size() > largestPage)
            return failAs(ErrorKind::Resource, "a column needs ", content.size() >> 20,
                " MiB in one piece, ", largestPage >> 20, " are possible");
        const auto packed = TRY(compressed(content));
        const auto header = pageHeader(page, content.size(), packed.size());
        chunk.compressedBytes += static_cast<std::int64_t>(header.size() + packed.size());
        chunk.plainBytes += static_cast<std::int64_t>(header.size() + content.size());
        TRY(output->append(header));
        return output->append(packed);
    }

    Result<WrittenChunk> appendColumn(
        ColumnValues values, const ColumnSpec& column, std::size_t rowCount)
    {
        WrittenChunk chunk;
        chunk.type = physicalType(column.type);
        chunk.values = static_cast<std::int64_t>(rowCount);
        const auto pages = pagesOf(chunk, std::move(values), column);
        chunk.encoding = pages.encoding;
        if (pages.entries > 0) {
            chunk.dictionaryOffset = static_cast<std::int64_t>(output->size());
            TRY(appendPage(chunk, { DictionaryPage, pages.entries, Plain }, pages.dictionary));
        }
        chunk.dataOffset = static_cast<std::int64_t>(output->size());
        TRY(appendPage(chunk, { DataPage, rowCount, pages.encoding }, pages.content));
        return chunk;
    }

    Result<void> appendFooter(std::span<const WrittenGroup> described, const KeyValues& keyValues)
    {
        ThriftWriter writer;
        writer.beginStruct();
        writer.i32(1, 1);
        writeSchema(writer, columns);
        std::int64_t describedRows = 0;
        for (const auto& group : described)
            describedRows += group.rows;
        writer.i64(3, describedRows);
        writer.list(4, ThriftType::Struct, described.size());
        for (const auto& group : described)
            writeGroup(writer, group, columns);
        writer.list(5, ThriftType::Struct, keyValues.size());
        for (const auto& [key, value] : keyValues) {
            writer.beginStruct();
            writer.binary(1, key);
            writer.binary(2, value);
            writer.endStruct();
        }
        writer.binary(6, std::string(creator).append(OPSCOPE_VERSION));
        writeColumnOrders(writer, columns.size());
        writer.endStruct();
        auto tail = writer.bytes();
        appendNumber(tail, static_cast<std::uint32_t>(writer.bytes().size()));
        tail += magic;
        return output->append(tail);
    }

    /// Appends a footer that describes only the last group.
    Result<void> appendGroupFooter(const KeyValues& keyValues)
    {
        KeyValues changed;
        for (const auto& [key, value] : keyValues)
            if (const auto known = written.find(key);
                known == written.end() || known->second != value)
                changed.emplace(key, value);
        if (footerEnd > 0)
            changed.emplace(previousFooterKey, std::to_string(footerEnd));
        TRY(appendFooter(std::span(groups).last(1), changed));
        for (const auto& [key, value] : keyValues)
            written.insert_or_assign(key, value);
        footerEnd = output->size();
        return {};
    }

    /// Whether the last footer already describes all groups, with these key-values.
    bool isDescribed(const KeyValues& keyValues) const
    {
        return groups.size() == 1 && keyValues == written;
    }

    Result<void> appendGroup(
        const ColumnSource& source, std::size_t rowCount, const KeyValues& keyValues)
    {
        WrittenGroup group;
        group.rows = static_cast<std::int64_t>(rowCount);
        for (std::size_t i = 0; i < columns.size(); ++i)
            group.columns.push_back(TRY(appendColumn(source(i), columns[i], rowCount)));
        groups.push_back(std::move(group));
        rows += static_cast<std::int64_t>(rowCount);
        auto appended = appendGroupFooter(keyValues);
        if (!appended) {
            groups.pop_back();
            rows -= static_cast<std::int64_t>(rowCount);
        }
        return appended;
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
    auto part = std::make_unique<PartFile>(target);
    TRY(part->open(left));
    auto* const opened = part.get();
    return begin(std::move(part), opened, columns);
}

Result<ParquetWriter> ParquetWriter::toMemory(
    std::string& bytes, std::span<const ColumnSpec> columns)
{
    return begin(std::make_unique<MemoryOutput>(bytes), nullptr, columns);
}

Result<ParquetWriter> ParquetWriter::begin(
    std::unique_ptr<ByteOutput> output, PartFile* part, std::span<const ColumnSpec> columns)
{
    TRY(output->append(magic));
    return ParquetWriter(std::unique_ptr<State>(
        new State { std::move(output), part, { columns.begin(), columns.end() }, {}, 0, {}, 0 }));
}

Result<void> ParquetWriter::addGroup(
    const ColumnSource& source, std::size_t rows, const KeyValues& keyValues)
{
    const auto before = m_state->output->size();
    auto added = m_state->appendGroup(source, rows, keyValues);
    if (added)
        return added;
    m_state->output->cutTo(before);
    return added;
}

Result<void> ParquetWriter::finish(const KeyValues& keyValues)
{
    if (!m_state->isDescribed(keyValues))
        TRY(m_state->appendFooter(m_state->groups, keyValues));
    return m_state->output->commit();
}

std::size_t ParquetWriter::rows() const { return static_cast<std::size_t>(m_state->rows); }

void ParquetWriter::keepPart()
{
    if (m_state->part != nullptr)
        m_state->part->keep();
}

} // namespace profiler::file
