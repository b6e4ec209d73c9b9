#pragma once

#include "profiler/file/profile_columns.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace profiler::fleet {

/// The files of a folder of packed profiles. Rows of each kind have a file of their own.
///
///     profiles.parquet                     one row a profile (profile_facts.h)
///     footers.parquet                      key-values of the profile files
///     rows/op.parquet, rows/run.parquet    rows, by kind
///     rows/machine=m1f…/op.parquet         the same with partitions
///
/// Rows are in order of model, start of the measurement and file. So each row group has few
/// profiles, and readers skip the other groups by their statistics.
inline constexpr std::string_view profilesFile = "profiles.parquet";
inline constexpr std::string_view footersFile = "footers.parquet";
inline constexpr std::string_view rowsFolder = "rows";
/// Prefix of footer keys that tell a folder of packed profiles from other Parquet files.
inline constexpr std::string_view packKey = "opscope.pack";
inline constexpr std::string_view packVersion = "1";

/// Columns of the rows: first those of a profile file (profile_columns.h), then these.
enum AddedColumn : std::size_t {
    NumberColumn = file::columns.size(), ///< of the profile: its place in profiles.parquet
    RowColumn, ///< place of the row in the profile file; `parent` refers to it
    StartedColumn,
    MachineColumn,
    SettingsColumn,
    EngineColumn,
    ThreadsColumn,
    PrecisionColumn,
    DimsColumn,
    CommitColumn,
    InterruptedColumn,
    MonthColumn,
    PackedColumnCount,
};

namespace detail {

/// A column of a profile file as it is packed: in place of a word or a number for "none" it has
/// null.
constexpr file::ColumnSpec packedSpec(std::size_t column)
{
    using file::Presence;
    const auto& spec = file::columns[column];
    const bool isAlways = column == file::StartedAtColumn || column == file::KindColumn
        || column == file::StartColumn || column == file::DurationColumn;
    return { spec.name, spec.type, isAlways ? Presence::Required : Presence::Optional };
}

constexpr std::array<file::ColumnSpec, PackedColumnCount> makePackedColumns()
{
    using file::ColumnSpec;
    using file::ColumnType;
    using file::Presence;
    std::array<ColumnSpec, PackedColumnCount> specs {};
    for (std::size_t i = 0; i < file::columns.size(); ++i)
        specs[i] = packedSpec(i);
    specs[NumberColumn] = { "profile_no", ColumnType::Integer };
    specs[RowColumn] = { "row_no", ColumnType::Integer };
    specs[StartedColumn] = { "started", ColumnType::Time, Presence::Optional };
    specs[MachineColumn] = { "machine", ColumnType::Text, Presence::Optional };
    specs[SettingsColumn] = { "settings", ColumnType::Text, Presence::Optional };
    specs[EngineColumn] = { "engine", ColumnType::Text, Presence::Optional };
    specs[ThreadsColumn] = { "threads", ColumnType::Integer, Presence::Optional };
    specs[PrecisionColumn] = { "precision", ColumnType::Text, Presence::Optional };
    specs[DimsColumn] = { "dims", ColumnType::Text, Presence::Optional };
    specs[CommitColumn] = { "commit", ColumnType::Text, Presence::Optional };
    specs[InterruptedColumn] = { "interrupted", ColumnType::Integer };
    specs[MonthColumn] = { "month", ColumnType::Text, Presence::Optional };
    return specs;
}

} // namespace detail

inline constexpr auto packedColumns = detail::makePackedColumns();

} // namespace profiler::fleet
