#pragma once

#include "profiler/file/parquet.h"

#include <array>

namespace profiler::file {

/// The table, schema version 1. Columns are only added, never removed or given another type.
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
    ColumnSpec { "flops", ColumnType::Number },
    ColumnSpec { "bytes", ColumnType::Number },
    ColumnSpec { "value", ColumnType::Number },
};

constexpr int schemaVersion = 1;

/// Words of the column `kind`, in the order in which rows stand.
enum RowKind : std::uint8_t { RunRow, OpRow, PhaseRow, GpuRow, CounterRow, DropRow, NoteRow };
constexpr std::array<std::string_view, 7> kindWords { "run", "op", "phase", "gpu", "counter",
    "drop", "note" };
/// Words of the column `phase`, by engine::Phase.
constexpr std::array<std::string_view, 6> phaseWords { "kernel", "reorder", "copy", "dispatch",
    "wait", "alloc" };

} // namespace profiler::file
