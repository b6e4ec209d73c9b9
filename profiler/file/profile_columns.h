#pragma once

#include "profiler/file/parquet.h"
#include "profiler/tables/device_tables.h"

#include <array>

namespace profiler::file {

/// Columns of the table, schema version 3. Columns may be added, but never removed, and their types
/// never change. Files of version 1 do not have the columns from WorkColumn on. Since version 3
/// unknown figures, and figures that a row cannot have, are null.
enum Column : std::size_t {
    ProfileColumn,
    ModelSha256Column,
    ModelColumn,
    DeviceColumn,
    HostColumn,
    TagColumn,
    StartedAtColumn,
    KindColumn,
    PhaseColumn,
    TrackColumn,
    OpTypeColumn,
    NodeColumn,
    NodesColumn,
    NameColumn,
    ImplColumn,
    StartColumn,
    DurationColumn,
    RunColumn,
    RoundColumn,
    SideColumn,
    StepColumn,
    CorrelationColumn,
    ParentColumn,
    FlopsColumn,
    BytesColumn,
    ValueColumn,
    WorkColumn,
    KernelColumn,
    LaunchColumn,
    BlocksColumn,
    ThreadsPerBlockColumn,
    RegistersColumn,
    SharedBytesColumn,
    MovedBytesColumn,
    BusyColumn,
    ResultColumn,
};

inline constexpr std::array columns {
    ColumnSpec { "profile", ColumnType::Text },
    ColumnSpec { "model_sha256", ColumnType::Text },
    ColumnSpec { "model", ColumnType::Text },
    ColumnSpec { "device", ColumnType::Text },
    ColumnSpec { "host", ColumnType::Text },
    ColumnSpec { "tag", ColumnType::Text },
    ColumnSpec { "started_at", ColumnType::Integer },
    ColumnSpec { "kind", ColumnType::Text },
    ColumnSpec { "phase", ColumnType::Text },
    ColumnSpec { "track", ColumnType::Text },
    ColumnSpec { "op_type", ColumnType::Text },
    ColumnSpec { "node", ColumnType::Text },
    ColumnSpec { "nodes", ColumnType::Text },
    ColumnSpec { "name", ColumnType::Text },
    ColumnSpec { "impl", ColumnType::Text },
    ColumnSpec { "start_ns", ColumnType::Integer },
    ColumnSpec { "dur_ns", ColumnType::Integer },
    ColumnSpec { "run", ColumnType::Integer },
    ColumnSpec { "round", ColumnType::Integer },
    ColumnSpec { "side", ColumnType::Integer },
    ColumnSpec { "step", ColumnType::Integer },
    ColumnSpec { "correlation", ColumnType::Integer },
    ColumnSpec { "parent", ColumnType::Integer },
    ColumnSpec { "flops", ColumnType::Number, Presence::Optional },
    ColumnSpec { "bytes", ColumnType::Number, Presence::Optional },
    ColumnSpec { "value", ColumnType::Number, Presence::Optional },
    ColumnSpec { "work", ColumnType::Text },
    ColumnSpec { "kernel", ColumnType::Text },
    ColumnSpec { "launch", ColumnType::Integer },
    ColumnSpec { "blocks", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "threads_per_block", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "registers", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "shared_bytes", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "moved_bytes", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "busy_ns", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "result", ColumnType::Integer, Presence::Optional },
};

constexpr int schemaVersion = 3;
/// Readers of versions 1 and 2 expect a value in every row.
constexpr int oldestReader = 3;
/// Prefix of footer keys `opscope.runs.N`: details of the runs from index N on (switches, page
/// faults). A file has one entry for each time that rows of new runs were appended.
constexpr std::string_view runsKey = "opscope.runs.";

/// The value of an integer column in rows that it does not apply to: noInteger in optional columns.
constexpr std::int64_t absentInteger(Column column)
{
    if (column > LaunchColumn)
        return noInteger;
    return column == RunColumn || column == StepColumn || column == ParentColumn
            || column == LaunchColumn
        ? -1
        : 0;
}

/// Kinds of rows. Rows are sorted by kind, in this order.
enum RowKind : std::uint8_t { RunRow, OpRow, PhaseRow, GpuRow, CounterRow, DropRow, NoteRow };
/// Words of the column `kind`, by RowKind.
constexpr std::array<std::string_view, 7> kindWords { "run", "op", "phase", "gpu", "counter",
    "drop", "note" };
/// Words of the column `work`, by DeviceWork.
constexpr std::array<std::string_view, deviceWorkCount> workNames { "kernel", "h2d", "d2h", "d2d",
    "p2p", "h2h", "copy", "set", "graph", "call", "wait", "overhead", "compilation", "operator",
    "step" };
/// Words of the column `phase`, by engine::Phase.
constexpr std::array<std::string_view, 6> phaseWords { "kernel", "reorder", "copy", "dispatch",
    "wait", "alloc" };

} // namespace profiler::file
