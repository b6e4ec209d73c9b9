#include "model/support/text.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/sqlite.h"
#include "profiler/importers/trace_tables.h"

#include <algorithm>
#include <array>
#include <unordered_map>

/// Reads the output of `nsys export --type sqlite`: kernels, copies, CUDA graphs, calls of the
/// runtime and NVTX ranges. Tables and columns differ between versions, so the reader checks first
/// that they exist. It never reads views, because a view may be endless. Source: Nsight Systems
/// user guide, "SQLite Schema Reference".

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

class NsysReader {
public:
    explicit NsysReader(SqliteFile database)
        : m_database(std::move(database))
        , m_tables("Nsight Systems")
    {
    }

    Result<std::shared_ptr<const Profile>> read()
    {
        constexpr std::array known { "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
            "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS",
            "CUPTI_ACTIVITY_KIND_GRAPH_TRACE" };
        const bool isKnown = std::ranges::any_of(
            known, [&](const char* name) { return m_database.hasTable(name); });
        if (!isKnown)
            return failAs(ErrorKind::File,
                "a SQLite file without the tables of Nsight Systems; export with `nsys export "
                "--type sqlite`");
        readStrings();
        readDevice(known[0], "kernel", "shortName");
        readDevice(known[1], "copy", "copyKind");
        readDevice(known[2], "memset", "");
        readHost(known[3], "runtime", "nameId");
        readRanges(known[4]);
        readGraphs(known[5]);
        return std::move(m_tables).build();
    }

private:
    void end(const std::string& table, const std::string& problem)
    {
        if (!problem.empty())
            m_tables.endsEarly(table + ": " + problem);
    }

    void readStrings()
    {
        if (!m_database.hasTable("StringIds"))
            return;
        constexpr std::array<std::string_view, 2> columns { "id", "value" };
        end("StringIds", m_database.forRows("StringIds", columns, [&](const SqliteRow& row) {
            if (const auto id = row.integer(0))
                m_strings.insert_or_assign(*id, support::validUtf8(row.text(1)));
        }));
    }

    std::string nameOf(const SqliteRow& row, int column, std::string_view fallback) const
    {
        if (const auto id = row.integer(column)) {
            const auto found = m_strings.find(*id);
            return found == m_strings.end() ? std::string(fallback) + " " + std::to_string(*id)
                                            : found->second;
        }
        const auto text = support::validUtf8(row.text(column));
        return text.empty() ? std::string(fallback) : text;
    }

    static std::uint32_t correlationOf(const SqliteRow& row, int column)
    {
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(row.integer(column).value_or(0), 0, 0xffffffff));
    }

    /// Sets the times of a slice. If they are invalid, counts the row as lost and returns false.
    bool times(const SqliteRow& row, SliceRow& slice)
    {
        const auto start = row.integer(0);
        const auto stop = row.integer(1);
        if (!start || !stop || *stop < *start || *start < 0 || *stop > maxTimeNs) {
            m_tables.lose("an entry has no time, or ends before it starts");
            return false;
        }
        slice.startNs = *start;
        slice.durationNs = *stop - *start;
        return true;
    }

    /// Reads launches of CUDA graphs, each as one span: without `--cuda-graph-trace=node` nsys does
    /// not record the kernels inside.
    void readGraphs(const std::string& table)
    {
        const auto before = m_tables.records();
        readDevice(table, "CUDA graph", "graphId");
        if (const auto graphs = m_tables.records() - before; graphs > 0)
            m_tables.note(support::countOf(graphs, "launch", "launches")
                    + " of CUDA graphs: what ran inside is one span each",
                "record with `nsys profile --cuda-graph-trace=node` to see kernels");
    }

    void readDevice(const std::string& table, std::string_view what, std::string_view nameColumn)
    {
        if (!m_database.hasTable(table))
            return;
        const std::array<std::string_view, 6> columns { "start", "end", "deviceId", "streamId",
            "correlationId", nameColumn };
        const auto nameIn = [&](const SqliteRow& row) {
            if (what == "kernel")
                return nameOf(row, 5, what);
            return std::string(what)
                + (what == "CUDA graph" ? " " + std::to_string(row.integer(5).value_or(0)) : "");
        };
        end(table, m_database.forRows(table, columns, [&](const SqliteRow& row) {
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.kind = SliceKind::Gpu;
            slice.correlation = correlationOf(row, 4);
            slice.track = m_tables.track("GPU " + std::to_string(row.integer(2).value_or(0)),
                "stream " + std::to_string(row.integer(3).value_or(0)), TrackKind::Stream);
            m_tables.add(slice,
                { .label = nameIn(row),
                    .opType = what,
                    .device = "cuda",
                    .insertedReason = "work on the device" });
        }));
    }

    TrackId hostTrack(std::int64_t globalThread)
    {
        const auto id = static_cast<std::uint64_t>(globalThread);
        return m_tables.track("process " + std::to_string((id >> 24) & 0xffffffu),
            "thread " + std::to_string(id & 0xffffffu), TrackKind::Thread);
    }

    void readHost(const std::string& table, std::string_view what, std::string_view nameColumn)
    {
        if (!m_database.hasTable(table))
            return;
        const std::array<std::string_view, 5> columns { "start", "end", "globalTid",
            "correlationId", nameColumn };
        end(table, m_database.forRows(table, columns, [&](const SqliteRow& row) {
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.kind = SliceKind::Note;
            slice.correlation = correlationOf(row, 3);
            slice.track = hostTrack(row.integer(2).value_or(0));
            m_tables.add(slice,
                { .label = nameOf(row, 4, what),
                    .opType = what,
                    .device = "cpu",
                    .insertedReason = "call of the runtime" });
        }));
    }

    void readRanges(const std::string& table)
    {
        constexpr std::int64_t pushPop = 59;
        constexpr std::int64_t startEnd = 60;
        if (!m_database.hasTable(table))
            return;
        constexpr std::array<std::string_view, 6> columns { "start", "end", "eventType",
            "globalTid", "text", "textId" };
        end(table, m_database.forRows(table, columns, [&](const SqliteRow& row) {
            const auto type = row.integer(2).value_or(pushPop);
            if (type != pushPop && type != startEnd)
                return m_tables.skip("NVTX events that are no ranges");
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.track = hostTrack(row.integer(3).value_or(0));
            const auto inlineText = support::validUtf8(row.text(4));
            const auto name = inlineText.empty() ? nameOf(row, 5, "range") : inlineText;
            m_tables.add(slice, { .label = name, .opType = "range", .device = "cpu" });
        }));
    }

    SqliteFile m_database;
    TraceTables m_tables;
    std::unordered_map<std::int64_t, std::string> m_strings;
};

bool looksLikeSqlite(std::string_view head) { return head.starts_with("SQLite format 3"); }

Result<std::shared_ptr<const Profile>> readNsys(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress&)
{
    auto database = TRY(SqliteFile::open(path, std::move(stop)));
    return NsysReader(std::move(database)).read();
}

} // namespace

constinit const Importer nsysFormat { "Nsight Systems (SQLite)", looksLikeSqlite, readNsys };

} // namespace profiler
