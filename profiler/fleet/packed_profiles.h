#pragma once

#include "profiler/fleet/numbered_rows.h"
#include "profiler/fleet/profile_facts.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace profiler::fleet {

/// Takes profiles out of a pack. Fast in the order of facts().
class PackedProfiles {
public:
    static support::Result<PackedProfiles> open(
        const std::filesystem::path& packed, std::stop_token stop = {});

    const std::vector<ProfileFacts>& facts() const { return m_all; }
    /// Returns the profile with this file name or profile id. Fails if there is none, or if several
    /// have this id.
    support::Result<ProfileFacts> named(std::string_view name) const;

    /// Writes a profile file like the one that was packed.
    support::Result<void> write(const ProfileFacts& facts, const std::filesystem::path& target);
    /// Returns the bytes of this file. They are valid until the next call.
    support::Result<std::span<const std::byte>> bytesOf(const ProfileFacts& facts);

private:
    /// Rows of the current profile in one row group.
    struct Piece {
        NumberedRows* file = nullptr;
        NumberedRows::Piece place;
        std::vector<std::uint32_t> rows; ///< their places in the profile file
    };

    PackedProfiles(
        std::filesystem::path packed, std::vector<ProfileFacts> all, NumberedRows footers)
        : m_packed(std::move(packed))
        , m_all(std::move(all))
        , m_footers(std::move(footers))
    {
    }
    support::Result<void> openFiles(const std::stop_token& stop);
    support::Result<void> writeTo(file::ParquetWriter writer, const ProfileFacts& facts);
    support::Result<void> findPieces(const ProfileFacts& facts);
    support::Result<void> checkPieces(const ProfileFacts& facts) const;
    support::Result<file::ColumnValues> columnOf(
        std::size_t column, std::size_t first, std::size_t last);

    std::filesystem::path m_packed;
    std::vector<ProfileFacts> m_all;
    NumberedRows m_footers;
    std::deque<NumberedRows> m_files; // pieces refer to them
    std::vector<Piece> m_pieces;
    std::string m_bytes;
};

} // namespace profiler::fleet
