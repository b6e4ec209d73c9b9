#include "profiler/file/parquet.h"

#include "profiler/file/encoding.h"
#include "profiler/file/parquet_footer.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace profiler::file {

using support::Result;
using Bytes = std::span<const std::byte>;

namespace {

constexpr int maxAttempts = 10'000; ///< positions of the magic tried as the end of a cut file
/// These attempts may read this many times the size of the file. A valid footer, which is at most
/// as large as the file, ends them; before it there are hardly any marks by chance.
constexpr std::size_t maxRereads = 16;

} // namespace

struct ParquetReader::State {
    Bytes bytes;
    Footer footer;
    std::size_t end = 0;
    // Decompressed pages. Texts of dictionaries are views into them, so pages must not move.
    std::vector<std::unique_ptr<std::string>> pages;
    std::size_t usedPages = 0; // later ones are free and are reused

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
        // Checks zstd's own size before allocating, so that a small file cannot claim a large page.
        if (const auto claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
            claimed != plainBytes)
            return malformed("a page says ", plainBytes, " bytes, its compressed data disagrees");
        if (usedPages == pages.size())
            pages.push_back(std::make_unique<std::string>());
        auto& text = *pages[usedPages++];
        text.resize(plainBytes);
        // Kept for all files, because to make one takes longer than to decompress a small page.
        static thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(
            ZSTD_createDCtx(), ZSTD_freeDCtx);
        if (!context)
            return support::failAs(
                support::ErrorKind::Resource, "out of memory for decompressing a page");
        const auto size = ZSTD_decompressDCtx(
            context.get(), text.data(), text.size(), packed.data(), packed.size());
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
    if (count > static_cast<std::int64_t>(rowsPerGroup))
        return malformed("a dictionary of ", count, " texts, at most ", rowsPerGroup,
            " are possible: one for each row of a group");
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

/// Removes the definition levels from the front of a page and returns them: for each row 1 if it
/// has a value, else 0.
Result<std::vector<std::uint32_t>> takeLevels(std::string_view& page, std::size_t rows)
{
    std::vector<std::uint32_t> levels;
    const std::size_t length = page.size() < 4 ? page.size() : wordAt(bytesOf(page), 0);
    if (page.size() < 4 || length > page.size() - 4)
        return malformed("a column ends within its definition levels");
    TRY(readHybrid(bytesOf(page.substr(4, length)), rows, 1, levels));
    if (std::ranges::any_of(levels, [](auto level) { return level > 1; }))
        return malformed("a column is nested: not written by Opscope");
    page.remove_prefix(4 + length);
    return levels;
}

/// Moves the values to the rows that have one, and writes `absent` to the other rows. Without
/// levels all rows have one.
template <typename T>
void spread(std::vector<T>& values, const std::vector<std::uint32_t>& levels, T absent)
{
    if (levels.empty())
        return;
    auto next = values.size();
    values.resize(levels.size());
    for (auto row = levels.size(); row-- > 0;)
        values[row] = levels[row] == 1 ? values[--next] : absent;
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

/// The pages of a column in a group, without definition levels.
struct ChunkPages {
    std::string_view content;
    Encoding encoding;
    std::size_t values;
    const std::string_view* dictionary; ///< null: no dictionary page
    std::int64_t entries;
};

support::Error wrongEncoding(const ChunkPages& pages)
{
    return malformed("encoding ", static_cast<int>(pages.encoding), " and ", pages.content.size(),
        " bytes for ", pages.values, " values");
}

Result<void> readTextColumn(ColumnValues& values, const ChunkPages& pages)
{
    values.dictionary.clear();
    values.indices.clear();
    if (pages.values == 0)
        return {};
    if (pages.encoding != RleDictionary || pages.dictionary == nullptr)
        return wrongEncoding(pages);
    values.dictionary = TRY(readTexts(*pages.dictionary, pages.entries));
    return readIndices(pages.content, pages.values, values.dictionary.size(), values.indices);
}

Result<void> readIntegerColumn(
    std::vector<std::int64_t>& integers, const ChunkPages& pages, std::size_t wanted)
{
    integers.clear();
    if (pages.values == 0)
        return {};
    if (pages.encoding != DeltaBinaryPacked)
        return wrongEncoding(pages);
    return readDelta(bytesOf(pages.content), pages.values, integers, wanted);
}

Result<void> readNumberColumn(std::vector<double>& numbers, const ChunkPages& pages)
{
    numbers.clear();
    if (pages.values == 0)
        return {};
    if (pages.encoding == RleDictionary && pages.dictionary != nullptr) {
        const auto entries = readNumbers(*pages.dictionary);
        std::vector<std::uint32_t> indices;
        TRY(readIndices(pages.content, pages.values, entries.size(), indices));
        numbers.reserve(indices.size());
        for (const auto i : indices)
            numbers.push_back(entries[i]);
        return {};
    }
    if (pages.encoding != Plain || pages.content.size() != pages.values * sizeof(double))
        return wrongEncoding(pages);
    numbers = readNumbers(pages.content);
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
        std::size_t left = maxRereads * bytes.size();
        for (auto end = bytes.size(); !footer && end > magic.size() + tailBytes;) {
            --end;
            if (!isMagicAt(bytes, end - magic.size()) || ++attempts > maxAttempts)
                continue;
            const std::size_t length = wordAt(bytes, end - tailBytes);
            if (length > end)
                continue;
            if (length > left)
                break;
            left -= length;
            footer = footerEndingAt(bytes, end);
            state->end = end;
        }
        if (!footer)
            return malformed("no complete row group is in the file");
    }
    auto last = TRY(std::move(footer));
    state->footer = TRY(withPrevious(bytes, std::move(last)));
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
    ColumnValues& values, std::size_t group, const ColumnSpec& column, std::size_t wanted)
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
    const auto start = static_cast<std::size_t>(chunk.start());
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

    auto content = page.content;
    std::vector<std::uint32_t> levels;
    if (m_state->footer.columns[*index].presence == Presence::Optional)
        levels = TRY(takeLevels(content, rowCount));
    const auto present = levels.empty()
        ? rowCount
        : static_cast<std::size_t>(std::ranges::count(levels, std::uint32_t(1)));
    const ChunkPages pages { content, static_cast<Encoding>(page.encoding), present,
        hasDictionary ? &dictionary.content : nullptr, dictionary.values };
    if (column.type == ColumnType::Text) {
        if (!levels.empty() && column.presence == Presence::Required)
            return malformed("column '", column.name, "' may be absent, texts of profiles are not");
        TRY(readTextColumn(values, pages).within(column.name));
        spread(values.indices, levels, noText);
        return {};
    }
    if (column.type != ColumnType::Number) {
        TRY(readIntegerColumn(values.integers, pages, levels.empty() ? wanted : present)
                .within(column.name));
        spread(values.integers, levels, noInteger);
        return {};
    }
    TRY(readNumberColumn(values.numbers, pages).within(column.name));
    spread(values.numbers, levels, std::numeric_limits<double>::quiet_NaN());
    return {};
}

} // namespace profiler::file
