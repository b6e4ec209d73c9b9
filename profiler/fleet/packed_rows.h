#pragma once

#include "profiler/fleet/row_buffer.h"
#include "profiler/fleet/source_profile.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace profiler::fleet {

/// The rows of one partition: a file for each kind that occurs.
class PackedRows {
public:
    /// Columns whose value is the same in all rows, because it is in the names of the folders, are
    /// left out of the files.
    PackedRows(std::filesystem::path folder, const std::vector<std::size_t>& leftOut);

    /// Appends all rows of a profile.
    support::Result<void> add(SourceProfile& source, std::int64_t number);
    support::Result<void> finish();
    std::size_t files() const;

private:
    /// Rows of one group and kind.
    struct Rows {
        std::vector<std::uint32_t> chosen;
        std::size_t before = 0; ///< rows of the profile before this group
    };

    support::Result<RowBuffer*> bufferOf(std::size_t kind);
    support::Result<void> addRows(std::size_t kind, const Rows& rows, const ProfileFacts& facts);
    void addColumn(RowBuffer& buffer, std::size_t column, const std::vector<std::uint32_t>& rows);
    void addConstants(RowBuffer& buffer, const ProfileFacts& facts, std::size_t count) const;

    std::filesystem::path m_folder;
    std::vector<file::ColumnSpec> m_specs;
    std::array<std::size_t, PackedColumnCount> m_places {}; ///< index into m_specs
    std::array<std::unique_ptr<RowBuffer>, file::kindWords.size()> m_buffers; ///< null: no rows
    SourceProfile::Group m_values; ///< of the current group
    std::int64_t m_number = 0; ///< of the current profile
};

/// Names of the columns that may be folders of partitions, and what a profile has there.
struct PartitionColumn {
    AddedColumn column;
    std::string ProfileFacts::*value;
};
inline constexpr std::array partitionKeys {
    PartitionColumn { MachineColumn, &ProfileFacts::machine },
    PartitionColumn { MonthColumn, &ProfileFacts::month },
    PartitionColumn { EngineColumn, &ProfileFacts::engine },
    PartitionColumn { PrecisionColumn, &ProfileFacts::precision },
    PartitionColumn { SettingsColumn, &ProfileFacts::settings },
};

/// The value of an original column that a packed row does not have, because null stands for it.
/// `round` and `side` are 0 for rows outside of runs.
constexpr std::int64_t unpackedInteger(std::size_t column, std::int64_t value)
{
    return value == file::noInteger ? file::absentInteger(static_cast<file::Column>(column))
                                    : value;
}

} // namespace profiler::fleet
