#pragma once

#include "model/support/result.h"
#include "profiler/file/part_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::file {

/// A subset of Apache Parquet that any Parquet reader understands: flat, every value present, one
/// page per column and row group, zstd. Text is a dictionary with indices (RLE), integers are
/// 64-bit differences, numbers with fraction are a dictionary or plain. The reader takes exactly
/// this subset. Source: Apache Parquet format, parquet.thrift.
///
/// After each row group the writer appends a complete footer and goes on behind it: offsets are
/// absolute, so an older footer is a few dead bytes, and a file that was cut anywhere ends, cut
/// back to its last footer, as a valid file.

enum class ColumnType { Text, Integer, Number };

struct ColumnSpec {
    std::string_view name;
    ColumnType type;
};

/// Values of one column in one row group. Only the members of its type are used.
struct ColumnValues {
    std::vector<std::string_view>
        dictionary; ///< texts must stay alive until the group is written, or its pages released
    std::vector<std::uint32_t> indices; ///< into `dictionary`, one per row
    std::vector<std::int64_t> integers;
    std::vector<double> numbers; ///< for the writer: `indices` may say which of them a row has
};
/// Makes the values of the column with this number. Asked once per group, in order: one column at a
/// time is in memory.
using ColumnSource = std::function<ColumnValues(std::size_t column)>;

using KeyValues = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t rowsPerGroup = 1'048'576;
constexpr std::size_t largestPage = std::size_t(64) << 20;

/// Writes to `<target>.part` (PartFile), which takes its place when `finish` has flushed it; a kill
/// leaves the part with its last complete row group. Without `finish` the destructor removes the
/// part.
class ParquetWriter {
public:
    static support::Result<ParquetWriter> create(const std::filesystem::path& target,
        std::span<const ColumnSpec> columns, LeftPart left = LeftPart::Beside);
    ParquetWriter(ParquetWriter&&) noexcept;
    ParquetWriter& operator=(ParquetWriter&&) = delete;
    ~ParquetWriter();

    /// At most rowsPerGroup rows. `keyValues` go into the footer behind this group. After a failure
    /// the file is as before.
    support::Result<void> addGroup(
        const ColumnSource& source, std::size_t rows, const KeyValues& keyValues);
    support::Result<void> finish(const KeyValues& keyValues);
    std::size_t rows() const; ///< so far
    /// The destructor leaves the part: it holds what is nowhere else.
    void keepPart();

private:
    struct State;
    explicit ParquetWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

enum class Tail {
    Strict, ///< the file must end with its footer
    Recover, ///< the last complete footer counts, whatever follows
};

/// A file's description, checked: all offsets and sizes lie inside the file.
class ParquetReader {
public:
    static support::Result<ParquetReader> open(
        std::span<const std::byte> bytes, Tail tail = Tail::Strict);
    ParquetReader(ParquetReader&&) noexcept;
    ParquetReader& operator=(ParquetReader&&) = delete;
    ~ParquetReader();

    const KeyValues& keyValues() const;
    std::size_t groups() const;
    std::size_t rows(std::size_t group) const;
    /// Bytes of the file that belong to it: less than all of them if the tail was cut off.
    std::size_t usedBytes() const;
    bool hasColumn(std::string_view name) const;
    /// Fails if the file has no such column or it is of another type.
    support::Result<ColumnValues> read(std::size_t group, const ColumnSpec& column);
    /// The same into `values`, whose memory is used again: a file has many groups of one size.
    support::Result<void> readInto(
        ColumnValues& values, std::size_t group, const ColumnSpec& column);
    /// Frees what the dictionaries of columns read so far point into.
    void releasePages();

private:
    struct State;
    explicit ParquetReader(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace profiler::file
