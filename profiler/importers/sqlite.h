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

/// One row of a table, valid only during the call of `onRow`.
class SqliteRow {
public:
    SqliteRow(sqlite3_stmt* statement, std::uint64_t& textBytes)
        : m_statement(statement)
        , m_textBytes(&textBytes)
    {
    }
    /// Nothing if the value is not an integer.
    std::optional<std::int64_t> integer(int column) const;
    std::string text(int column) const;

private:
    sqlite3_stmt* m_statement;
    std::uint64_t* m_textBytes; // read so far
};

/// A SQLite file of another program, opened read-only. It is not trusted: values are at most 1 MiB,
/// rows and texts of a table are at most as many as the file can hold, its schema cannot call
/// unsafe functions, hasTable() is false for views, which may be endless, and every query can be
/// stopped.
class SqliteFile {
public:
    static support::Result<SqliteFile> open(
        const std::filesystem::path& path, std::stop_token stop);
    SqliteFile(SqliteFile&&) noexcept;
    SqliteFile& operator=(SqliteFile&&) = delete;
    ~SqliteFile();

    bool hasTable(std::string_view name) const;
    bool hasColumn(const std::string& table, std::string_view column) const;
    /// Calls `onRow` for each row with these columns of a table. Missing columns read as NULL.
    /// Returns why reading ended before the end of the table; empty if it did not.
    std::string forRows(const std::string& table, std::span<const std::string_view> columns,
        const std::function<void(const SqliteRow&)>& onRow) const;

private:
    struct State;
    explicit SqliteFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace profiler
