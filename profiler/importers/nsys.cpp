#include "model/support/text.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/trace_tables.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>

/// `nsys export --type sqlite`: kernels, copies, calls of the runtime and NVTX ranges. Tables and
/// columns differ between versions, so both are asked for first; views are never read (one may be
/// endless). Source: Nsight Systems user guide, "SQLite Schema Reference".

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

constexpr int longestValue = 1 << 20;
constexpr int instructionsBetweenLooks = 20'000;
constexpr std::uint64_t mostRows = 50'000'000;

class Database {
public:
    static Result<Database> open(const std::filesystem::path& path, std::stop_token stop)
    {
        std::string uri = "file:";
        for (const char c : std::filesystem::absolute(path).string())
            uri += c == '?' || c == '#' || c == '%' ? "%"
                    + std::string(c == '?' ? "3f"
                            : c == '#'     ? "23"
                                           : "25")
                                                    : std::string(1, c);
        sqlite3* raw = nullptr;
        const auto code = sqlite3_open_v2((uri + "?mode=ro&immutable=1").c_str(), &raw,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
        Database database;
        database.m_handle.reset(raw);
        if (code != SQLITE_OK)
            return failAs(ErrorKind::File,
                "cannot open: ", raw == nullptr ? "no memory" : sqlite3_errmsg(raw));
        sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, longestValue);
        sqlite3_exec(raw, "PRAGMA trusted_schema=off", nullptr, nullptr, nullptr);
        database.m_stop = std::make_unique<std::stop_token>(std::move(stop));
        sqlite3_progress_handler(
            raw, instructionsBetweenLooks,
            [](void* token) {
                return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0;
            },
            database.m_stop.get());
        return database;
    }

    bool hasTable(std::string_view name)
    {
        auto statement
            = prepare("SELECT count(*) FROM sqlite_master WHERE type='table' AND name=?1");
        if (!statement)
            return false;
        sqlite3_bind_text(
            statement.get(), 1, name.data(), static_cast<int>(name.size()), SQLITE_TRANSIENT);
        return sqlite3_step(statement.get()) == SQLITE_ROW
            && sqlite3_column_int(statement.get(), 0) > 0;
    }

    bool hasColumn(const std::string& table, std::string_view column)
    {
        auto statement
            = prepare("SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name=?1");
        if (!statement)
            return false;
        sqlite3_bind_text(
            statement.get(), 1, column.data(), static_cast<int>(column.size()), SQLITE_TRANSIENT);
        return sqlite3_step(statement.get()) == SQLITE_ROW
            && sqlite3_column_int(statement.get(), 0) > 0;
    }

    /// Rows of these columns of a table; a column that it lacks reads as NULL. The end state: empty
    /// or what went wrong.
    std::string forRows(const std::string& table, std::span<const std::string_view> columns,
        const std::function<void(sqlite3_stmt*)>& onRow)
    {
        std::string query = "SELECT ";
        for (std::size_t i = 0; i < columns.size(); ++i)
            query += (i > 0 ? "," : "")
                + (hasColumn(table, columns[i]) ? '"' + std::string(columns[i]) + '"'
                                                : std::string("NULL"));
        auto statement = prepare(query + " FROM \"" + table + "\"");
        if (!statement)
            return sqlite3_errmsg(m_handle.get());
        int code = SQLITE_ROW;
        for (std::uint64_t row = 0;
             row < mostRows && (code = sqlite3_step(statement.get())) == SQLITE_ROW; ++row)
            onRow(statement.get());
        return code == SQLITE_DONE ? std::string() : std::string(sqlite3_errmsg(m_handle.get()));
    }

private:
    Statement prepare(const std::string& query)
    {
        sqlite3_stmt* raw = nullptr;
        sqlite3_prepare_v2(
            m_handle.get(), query.c_str(), static_cast<int>(query.size()), &raw, nullptr);
        return Statement(raw);
    }

    std::unique_ptr<std::stop_token> m_stop; // before the handle, which asks it to its end
    std::unique_ptr<sqlite3, CloseDatabase> m_handle;
};

std::optional<std::int64_t> integerAt(sqlite3_stmt* row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_INTEGER
        ? std::optional<std::int64_t>(sqlite3_column_int64(row, column))
        : std::nullopt;
}

std::string textAt(sqlite3_stmt* row, int column)
{
    const auto* text = sqlite3_column_text(row, column);
    return text == nullptr ? std::string()
                           : std::string(reinterpret_cast<const char*>(text),
                               static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
}

class NsysReader {
public:
    explicit NsysReader(Database database)
        : m_database(std::move(database))
        , m_tables("Nsight Systems")
    {
    }

    Result<std::shared_ptr<const Profile>> read()
    {
        constexpr std::array known { "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
            "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS" };
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
        end("StringIds", m_database.forRows("StringIds", columns, [&](sqlite3_stmt* row) {
            if (const auto id = integerAt(row, 0))
                m_strings.insert_or_assign(*id, support::validUtf8(textAt(row, 1)));
        }));
    }

    std::string nameOf(sqlite3_stmt* row, int column, std::string_view fallback) const
    {
        if (const auto id = integerAt(row, column)) {
            const auto found = m_strings.find(*id);
            return found == m_strings.end() ? std::string(fallback) + " " + std::to_string(*id)
                                            : found->second;
        }
        const auto text = support::validUtf8(textAt(row, column));
        return text.empty() ? std::string(fallback) : text;
    }

    /// False if the times are none; counts that.
    bool times(sqlite3_stmt* row, SliceRow& slice)
    {
        const auto start = integerAt(row, 0);
        const auto stop = integerAt(row, 1);
        constexpr std::int64_t most = std::int64_t(1) << 61;
        if (!start || !stop || *stop < *start || *start < 0 || *stop > most) {
            m_tables.lose("an entry has no time, or ends before it starts");
            return false;
        }
        slice.startNs = *start;
        slice.durationNs = *stop - *start;
        return true;
    }

    void readDevice(const std::string& table, std::string_view what, std::string_view nameColumn)
    {
        if (!m_database.hasTable(table))
            return;
        const std::array<std::string_view, 6> columns { "start", "end", "deviceId", "streamId",
            "correlationId", nameColumn };
        end(table, m_database.forRows(table, columns, [&](sqlite3_stmt* row) {
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.kind = SliceKind::Gpu;
            slice.correlation = static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(integerAt(row, 4).value_or(0), 0, 0xffffffff));
            slice.track = m_tables.track("GPU " + std::to_string(integerAt(row, 2).value_or(0)),
                "stream " + std::to_string(integerAt(row, 3).value_or(0)), TrackKind::Stream);
            const auto name = what == "kernel" ? nameOf(row, 5, what) : std::string(what);
            slice.step = m_tables
                             .step({ .label = name,
                                 .opType = what,
                                 .device = "cuda",
                                 .insertedReason = "work on the device" })
                             .value();
            m_tables.add(slice);
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
        end(table, m_database.forRows(table, columns, [&](sqlite3_stmt* row) {
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.kind = SliceKind::Note;
            slice.correlation = static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(integerAt(row, 3).value_or(0), 0, 0xffffffff));
            slice.track = hostTrack(integerAt(row, 2).value_or(0));
            slice.step = m_tables
                             .step({ .label = nameOf(row, 4, what),
                                 .opType = what,
                                 .device = "cpu",
                                 .insertedReason = "call of the runtime" })
                             .value();
            m_tables.add(slice);
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
        end(table, m_database.forRows(table, columns, [&](sqlite3_stmt* row) {
            const auto type = integerAt(row, 2).value_or(pushPop);
            if (type != pushPop && type != startEnd)
                return m_tables.skip("NVTX events that are no ranges");
            SliceRow slice;
            if (!times(row, slice))
                return;
            slice.kind = SliceKind::Step;
            slice.track = hostTrack(integerAt(row, 3).value_or(0));
            const auto inlineText = support::validUtf8(textAt(row, 4));
            const auto name = inlineText.empty() ? nameOf(row, 5, "range") : inlineText;
            slice.step
                = m_tables.step({ .label = name, .opType = "range", .device = "cpu" }).value();
            m_tables.add(slice);
        }));
    }

    Database m_database;
    TraceTables m_tables;
    std::unordered_map<std::int64_t, std::string> m_strings;
};

} // namespace

bool looksLikeSqlite(std::string_view head) { return head.starts_with("SQLite format 3"); }

Result<std::shared_ptr<const Profile>> readNsys(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress&)
{
    auto database = TRY(Database::open(path, std::move(stop)));
    return NsysReader(std::move(database)).read();
}

} // namespace profiler
