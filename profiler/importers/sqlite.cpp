#include "profiler/importers/sqlite.h"

#include <sqlite3.h>

#include <algorithm>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int longestValue = 1 << 20;
constexpr int instructionsBetweenLooks = 20'000;
constexpr std::uint64_t maxRows = 50'000'000;
constexpr std::uint64_t maxTextPerByte = 4; ///< of the file; a number of 1 byte has up to 4 digits

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

/// The path as a URI with `immutable=1`: SQLite then takes no locks and expects that the file does
/// not change.
std::string uriOf(const std::filesystem::path& path)
{
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        if (c == '?' || c == '#' || c == '%')
            uri += c == '?' ? "%3f" : c == '#' ? "%23" : "%25";
        else
            uri += c;
    }
    return uri + "?mode=ro&immutable=1";
}

/// Returns the number that a query with one text parameter gives; 0 if the query fails.
int countOf(sqlite3* database, const std::string& query, std::string_view parameter)
{
    sqlite3_stmt* raw = nullptr;
    sqlite3_prepare_v2(database, query.c_str(), static_cast<int>(query.size()), &raw, nullptr);
    const Statement statement(raw);
    if (!statement)
        return 0;
    sqlite3_bind_text(
        raw, 1, parameter.data(), static_cast<int>(parameter.size()), SQLITE_TRANSIENT);
    return sqlite3_step(raw) == SQLITE_ROW ? sqlite3_column_int(raw, 0) : 0;
}

} // namespace

std::optional<std::int64_t> SqliteRow::integer(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER
        ? std::optional<std::int64_t>(sqlite3_column_int64(m_statement, column))
        : std::nullopt;
}

std::string SqliteRow::text(int column) const
{
    const auto* text = sqlite3_column_text(m_statement, column);
    if (text == nullptr)
        return {};
    const auto length = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
    *m_textBytes += length;
    return { reinterpret_cast<const char*>(text), length };
}

struct SqliteFile::State {
    std::stop_token stop; // declared before `handle`, which uses it until it is closed
    std::unique_ptr<sqlite3, CloseDatabase> handle;
    std::uint64_t bytes = 0; ///< size of the file
};

SqliteFile::SqliteFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
SqliteFile::SqliteFile(SqliteFile&&) noexcept = default;
SqliteFile::~SqliteFile() = default;

Result<SqliteFile> SqliteFile::open(const std::filesystem::path& path, std::stop_token stop)
{
    auto state = std::make_unique<State>();
    state->stop = std::move(stop);
    std::error_code error; // opening a file without size fails below
    if (const auto bytes = std::filesystem::file_size(path, error); !error)
        state->bytes = bytes;
    sqlite3* raw = nullptr;
    const auto code = sqlite3_open_v2(
        uriOf(path).c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    state->handle.reset(raw);
    if (code != SQLITE_OK)
        return failAs(ErrorKind::File, "cannot open ", path.string(), ": ",
            raw == nullptr ? "no memory" : sqlite3_errmsg(raw));
    sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, longestValue);
    sqlite3_exec(raw, "PRAGMA trusted_schema=off", nullptr, nullptr, nullptr);
    sqlite3_progress_handler(
        raw, instructionsBetweenLooks,
        [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; },
        &state->stop);
    return SqliteFile(std::move(state));
}

bool SqliteFile::hasTable(std::string_view name) const
{
    return countOf(m_state->handle.get(),
               "SELECT count(*) FROM sqlite_master WHERE type='table' AND name=?1", name)
        > 0;
}

bool SqliteFile::hasColumn(const std::string& table, std::string_view column) const
{
    return countOf(m_state->handle.get(),
               "SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name=?1", column)
        > 0;
}

std::string SqliteFile::forRows(const std::string& table, std::span<const std::string_view> columns,
    const std::function<void(const SqliteRow&)>& onRow) const
{
    std::string query = "SELECT ";
    for (std::size_t i = 0; i < columns.size(); ++i)
        query += (i > 0 ? "," : "")
            + (hasColumn(table, columns[i]) ? '"' + std::string(columns[i]) + '"'
                                            : std::string("NULL"));
    query += " FROM \"" + table + '"';
    auto* database = m_state->handle.get();
    sqlite3_stmt* raw = nullptr;
    sqlite3_prepare_v2(database, query.c_str(), static_cast<int>(query.size()), &raw, nullptr);
    const Statement statement(raw);
    if (!statement)
        return sqlite3_errmsg(database);
    // Pages of a damaged file may be part of a table many times. A real row takes several bytes.
    const auto most = std::min(maxRows, m_state->bytes);
    std::uint64_t textBytes = 0;
    int code = SQLITE_ROW;
    for (std::uint64_t row = 0; row < most && (code = sqlite3_step(raw)) == SQLITE_ROW; ++row) {
        onRow(SqliteRow(raw, textBytes));
        if (textBytes / maxTextPerByte > m_state->bytes)
            return "its texts are larger than the file";
    }
    if (code == SQLITE_ROW)
        return "it has more than " + std::to_string(most) + " rows, which are not read";
    return code == SQLITE_DONE ? std::string() : std::string(sqlite3_errmsg(database));
}

} // namespace profiler
