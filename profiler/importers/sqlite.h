#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace profiler {

/// One row of a table, valid during the call that hands it out.
class SqliteRow {
public:
    explicit SqliteRow(sqlite3_stmt* statement)
        : m_statement(statement)
    {
    }
    /// Nothing for what is no whole number.
    std::optional<std::int64_t> integer(int column) const;
    std::string text(int column) const;

private:
    sqlite3_stmt* m_statement;
};

/// A foreign SQLite file, read only. It is not trusted: values are at most 1 MiB, functions of its
/// schema do not run, views (which may be endless) are not tables, and every step can be stopped.
class SqliteFile {
public:
    static support::Result<SqliteFile> open(
        const std::filesystem::path& path, std::stop_token stop);
    SqliteFile(SqliteFile&&) noexcept;
    SqliteFile& operator=(SqliteFile&&) = delete;
    ~SqliteFile();

    bool hasTable(std::string_view name) const;
    bool hasColumn(const std::string& table, std::string_view column) const;
    /// Rows with these columns of a table; a column that it lacks reads as nothing. Returns what
    /// ended the reading before the end of the table; empty if nothing did.
    std::string forRows(const std::string& table, std::span<const std::string_view> columns,
        const std::function<void(const SqliteRow&)>& onRow) const;

private:
    struct State;
    explicit SqliteFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace profiler
