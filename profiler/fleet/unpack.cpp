#include "profiler/fleet/footer_rows.h"
#include "profiler/fleet/pack.h"
#include "profiler/fleet/packed_rows.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace profiler::fleet {

using file::ColumnSpec;
using file::ColumnType;
using file::ColumnValues;
using file::ParquetReader;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

Result<ProfileFacts> factsOfName(const fs::path& packed, std::string_view name)
{
    auto all = TRY(readFactsFile(packed / profilesFile));
    const auto byFile = std::ranges::find(all, name, &ProfileFacts::file);
    if (byFile != all.end())
        return std::move(*byFile);
    std::vector<const ProfileFacts*> found;
    for (const auto& facts : all)
        if (facts.id == name)
            found.push_back(&facts);
    if (found.empty())
        return failAs(ErrorKind::Usage, packed.string(), " has no profile ", support::quote(name),
            "; expected a value of the columns `file` or `profile` in ", profilesFile);
    if (found.size() > 1)
        return failAs(ErrorKind::Usage, support::countText(found.size()), " profiles have the id ",
            support::quote(name), ": name the file, ",
            support::joined(std::span(found).first(std::min<std::size_t>(found.size(), 5)), ", ",
                [](const ProfileFacts* facts) { return support::quote(facts->file); }));
    return *found.front();
}

/// A file of packed rows that has rows of the profile.
struct PackedFile {
    std::shared_ptr<const support::MappedFile> bytes;
    ParquetReader reader;
};

/// Rows of the profile in one row group.
struct Piece {
    PackedFile* file = nullptr;
    std::size_t group = 0;
    std::size_t first = 0; ///< in the group
    std::vector<std::uint32_t> rows; ///< their places in the profile file
};

class Extraction {
public:
    Extraction(const fs::path& packed, ProfileFacts facts, std::stop_token stop)
        : m_packed(packed)
        , m_facts(std::move(facts))
        , m_stop(std::move(stop))
    {
    }

    Result<void> write(const fs::path& target)
    {
        const auto entries = TRY(readFooterRows(m_packed / footersFile, m_facts.number)
                                     .within(std::string(footersFile)));
        TRY(findPieces());
        TRY(checkPieces());
        auto writer = TRY(file::ParquetWriter::create(target, file::columns));
        for (std::size_t first = 0; first < m_rows; first += file::rowsPerGroup) {
            const auto last = std::min(m_rows, first + file::rowsPerGroup);
            Result<void> failed;
            const auto source = [&](std::size_t column) {
                auto values = columnOf(column, first, last);
                if (!values) {
                    failed = std::move(values).error();
                    return ColumnValues();
                }
                return *std::move(values);
            };
            auto added = writer.addGroup(source, last - first, entries);
            TRY(std::move(failed));
            TRY(std::move(added));
        }
        return writer.finish(entries);
    }

private:
    Result<void> findPieces()
    {
        std::error_code error;
        std::vector<fs::path> paths;
        for (fs::recursive_directory_iterator entry(m_packed / rowsFolder, error), end;
             !error && entry != end; entry.increment(error))
            if (entry->path().extension() == ".parquet" && entry->is_regular_file(error))
                paths.push_back(entry->path());
        if (error)
            return failAs(ErrorKind::File, "cannot read ", (m_packed / rowsFolder).string(), ": ",
                error.message());
        for (const auto& path : paths) {
            if (m_stop.stop_requested())
                return failAs(ErrorKind::Cancelled, "stopped");
            TRY(findPiecesIn(path).within(path.lexically_relative(m_packed).string()));
        }
        return {};
    }

    Result<void> findPiecesIn(const fs::path& path)
    {
        auto bytes = TRY(support::MappedFile::open(path));
        auto reader = TRY(ParquetReader::open(bytes->bytes()));
        auto& file = m_files.emplace_back(PackedFile { std::move(bytes), std::move(reader) });
        const auto pieces = m_pieces.size();
        for (std::size_t group = 0; group < file.reader.groups(); ++group) {
            const auto numbers = TRY(file.reader.read(group, packedColumns[NumberColumn])).integers;
            const auto [first, last] = std::ranges::equal_range(numbers, m_facts.number);
            if (first == last)
                continue;
            Piece piece { &file, group, static_cast<std::size_t>(first - numbers.begin()), {} };
            const auto rows = TRY(file.reader.read(group, packedColumns[RowColumn])).integers;
            for (auto row = piece.first; row < piece.first + static_cast<std::size_t>(last - first);
                 ++row)
                piece.rows.push_back(static_cast<std::uint32_t>(rows[row]));
            m_pieces.push_back(std::move(piece));
            file.reader.releasePages();
        }
        if (m_pieces.size() == pieces)
            m_files.pop_back();
        return {};
    }

    /// Fails unless every row of the profile is there once.
    Result<void> checkPieces()
    {
        for (const auto& piece : m_pieces)
            m_rows += piece.rows.size();
        if (static_cast<std::int64_t>(m_rows) != m_facts.rows)
            return failAs(ErrorKind::File, m_packed.string(), " has ", m_rows, " rows of ",
                support::quote(m_facts.file), ", expected ", m_facts.rows,
                ": files of the pack are missing, or files of two packs are mixed");
        std::vector<bool> isThere(m_rows);
        for (const auto& piece : m_pieces)
            for (const auto row : piece.rows) {
                if (row >= m_rows || isThere[row])
                    return failAs(ErrorKind::File, m_packed.string(), " has row ", row, " of ",
                        support::quote(m_facts.file), " twice, or beyond its ", m_rows,
                        " rows: files of two packs are mixed");
                isThere[row] = true;
            }
        return {};
    }

    /// Returns rows of a column as they were in the profile file.
    Result<ColumnValues> columnOf(std::size_t column, std::size_t first, std::size_t last)
    {
        const auto& spec = packedColumns[column];
        const auto count = last - first;
        ColumnValues result;
        std::unordered_map<std::string_view, std::uint32_t> places;
        if (spec.type == ColumnType::Text)
            result.indices.resize(count);
        else if (spec.type == ColumnType::Number)
            result.numbers.resize(count);
        else
            result.integers.resize(count);
        for (auto& file : m_files)
            file.reader.releasePages(); // of the column before
        for (const auto& piece : m_pieces) {
            if (std::ranges::none_of(
                    piece.rows, [&](auto row) { return row >= first && row < last; }))
                continue;
            const auto values = TRY(piece.file->reader.read(piece.group, spec));
            for (std::size_t i = 0; i < piece.rows.size(); ++i) {
                if (piece.rows[i] < first || piece.rows[i] >= last)
                    continue;
                const auto from = piece.first + i;
                const auto to = piece.rows[i] - first;
                if (spec.type == ColumnType::Text) {
                    const auto index = values.indices[from];
                    const auto text
                        = index == file::noText ? std::string_view() : values.dictionary[index];
                    const auto [place, isNew]
                        = places.emplace(text, static_cast<std::uint32_t>(places.size()));
                    if (isNew)
                        result.dictionary.push_back(text);
                    result.indices[to] = place->second;
                } else if (spec.type == ColumnType::Number) {
                    result.numbers[to] = values.numbers[from];
                } else {
                    result.integers[to] = unpackedInteger(column, values.integers[from]);
                }
            }
        }
        return result;
    }

    const fs::path& m_packed;
    ProfileFacts m_facts;
    std::stop_token m_stop;
    std::deque<PackedFile> m_files; // pieces refer to them
    std::vector<Piece> m_pieces;
    std::size_t m_rows = 0;
};

} // namespace

Result<void> extractProfile(
    const fs::path& packed, std::string_view name, const fs::path& target, std::stop_token stop)
{
    return Extraction(packed, TRY(factsOfName(packed, name)), std::move(stop)).write(target);
}

} // namespace profiler::fleet
