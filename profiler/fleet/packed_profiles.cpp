#include "profiler/fleet/packed_profiles.h"

#include "model/support/text.h"
#include "profiler/fleet/footer_rows.h"
#include "profiler/fleet/pack.h"
#include "profiler/fleet/packed_rows.h"

#include <algorithm>
#include <unordered_map>

namespace profiler::fleet {

using file::ColumnType;
using file::ColumnValues;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

Result<PackedProfiles> PackedProfiles::open(const fs::path& packed, std::stop_token stop)
{
    auto all = TRY(readFactsFile(packed / profilesFile));
    auto footers = TRY(NumberedRows::open(packed / footersFile).within(std::string(footersFile)));
    PackedProfiles profiles(packed, std::move(all), std::move(footers));
    TRY(profiles.openFiles(stop));
    return profiles;
}

Result<void> PackedProfiles::openFiles(const std::stop_token& stop)
{
    std::error_code error;
    for (fs::recursive_directory_iterator entry(m_packed / rowsFolder, error), end;
         !error && entry != end; entry.increment(error)) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        if (entry->path().extension() == ".parquet" && entry->is_regular_file(error))
            m_files.push_back(
                TRY(NumberedRows::open(entry->path())
                        .within(entry->path().lexically_relative(m_packed).string())));
    }
    if (error)
        return failAs(ErrorKind::File, "cannot read ", (m_packed / rowsFolder).string(), ": ",
            error.message());
    return {};
}

Result<ProfileFacts> PackedProfiles::named(std::string_view name) const
{
    const auto byFile = std::ranges::find(m_all, name, &ProfileFacts::file);
    if (byFile != m_all.end())
        return *byFile;
    std::vector<const ProfileFacts*> found;
    for (const auto& facts : m_all)
        if (facts.id == name)
            found.push_back(&facts);
    if (found.empty())
        return failAs(ErrorKind::Usage, m_packed.string(), " has no profile ", support::quote(name),
            "; expected a value of the columns `file` or `profile` in ", profilesFile);
    if (found.size() > 1)
        return failAs(ErrorKind::Usage, support::countText(found.size()), " profiles have the id ",
            support::quote(name), ": name the file, ",
            support::joined(std::span(found).first(std::min<std::size_t>(found.size(), 5)), ", ",
                [](const ProfileFacts* facts) { return support::quote(facts->file); }));
    return *found.front();
}

Result<void> PackedProfiles::write(const ProfileFacts& facts, const fs::path& target)
{
    return writeTo(TRY(file::ParquetWriter::create(target, file::columns)), facts);
}

Result<std::span<const std::byte>> PackedProfiles::bytesOf(const ProfileFacts& facts)
{
    m_bytes.clear();
    auto writer = TRY(file::ParquetWriter::toMemory(m_bytes, file::columns));
    TRY(writeTo(std::move(writer), facts));
    return std::as_bytes(std::span(m_bytes));
}

Result<void> PackedProfiles::writeTo(file::ParquetWriter writer, const ProfileFacts& facts)
{
    const auto entries
        = TRY(readFooterRows(m_footers, facts.number).within(std::string(footersFile)));
    TRY(findPieces(facts));
    const auto rows = static_cast<std::size_t>(facts.rows);
    for (std::size_t first = 0; first < rows; first += file::rowsPerGroup) {
        const auto last = std::min(rows, first + file::rowsPerGroup);
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

Result<void> PackedProfiles::findPieces(const ProfileFacts& facts)
{
    m_pieces.clear();
    for (auto& file : m_files) {
        for (const auto& place : TRY(file.find(facts.number))) {
            Piece piece { &file, place, {} };
            const auto& rows = TRY(file.read(place.group, packedColumns[RowColumn]))->integers;
            for (auto row = place.first; row < place.first + place.count; ++row)
                piece.rows.push_back(static_cast<std::uint32_t>(rows[row]));
            m_pieces.push_back(std::move(piece));
        }
    }
    return checkPieces(facts);
}

/// Fails unless every row of the profile is there once.
Result<void> PackedProfiles::checkPieces(const ProfileFacts& facts) const
{
    std::size_t count = 0;
    for (const auto& piece : m_pieces)
        count += piece.rows.size();
    if (static_cast<std::int64_t>(count) != facts.rows)
        return failAs(ErrorKind::File, m_packed.string(), " has ", count, " rows of ",
            support::quote(facts.file), ", expected ", facts.rows,
            ": files of the pack are missing, or files of two packs are mixed");
    std::vector<bool> isThere(count);
    for (const auto& piece : m_pieces)
        for (const auto row : piece.rows) {
            if (row >= count || isThere[row])
                return failAs(ErrorKind::File, m_packed.string(), " has row ", row, " of ",
                    support::quote(facts.file), " twice, or beyond its ", count,
                    " rows: files of two packs are mixed");
            isThere[row] = true;
        }
    return {};
}

/// Returns rows of a column as they were in the profile file.
Result<ColumnValues> PackedProfiles::columnOf(
    std::size_t column, std::size_t first, std::size_t last)
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
        file.releaseTexts(); // of the column before
    for (const auto& piece : m_pieces) {
        if (std::ranges::none_of(piece.rows, [&](auto row) { return row >= first && row < last; }))
            continue;
        const auto& values = *TRY(piece.file->read(piece.place.group, spec));
        for (std::size_t i = 0; i < piece.rows.size(); ++i) {
            if (piece.rows[i] < first || piece.rows[i] >= last)
                continue;
            const auto from = piece.place.first + i;
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

Result<void> extractProfile(
    const fs::path& packed, std::string_view name, const fs::path& target, std::stop_token stop)
{
    auto profiles = TRY(PackedProfiles::open(packed, std::move(stop)));
    return profiles.write(TRY(profiles.named(name)), target);
}

} // namespace profiler::fleet
