#pragma once

#include "model/support/result.h"
#include "profiler/file/part_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::file {

/// A subset of Apache Parquet that any Parquet reader understands. Columns are flat. Each column of
/// a row group has one data page, compressed by zstd, and statistics (least and largest value).
/// Text is a dictionary with indices (RLE). Integers and times are 64-bit differences. Numbers
/// (double) are a dictionary or plain. In optional columns rows may have no value (definition
/// levels, RLE). The reader accepts only this subset and uncompressed pages. Source: Apache Parquet
/// format, parquet.thrift.
///
///     group 1 | footer: 1 | group 2 | footer: 2 | group 3 | footer: 3 | footer: 1, 2, 3
///                  ^______________________|  ^______________________|     written by `finish`
///
/// After each row group the writer appends a footer, then the next group. Such a footer describes
/// only its group and states where the footer before it ends. So the size of a file of many small
/// groups grows only by the added data. In a truncated file the reader starts at the last footer
/// and follows the footers backwards to every complete group. The footer at the end of a finished
/// file describes all groups; other readers use only this one.

enum class ColumnType {
    Text,
    Integer,
    Number,
    Time, ///< UTC, microseconds since 1970; other programs show a date. Else like Integer
};
enum class Presence { Required, Optional };

struct ColumnSpec {
    std::string_view name;
    ColumnType type;
    Presence presence = Presence::Required;
};

/// Stands for a row without a value in an optional column of integers. In columns of numbers it is
/// NaN, in columns of texts the index noText.
inline constexpr std::int64_t noInteger = std::numeric_limits<std::int64_t>::min();
inline constexpr std::uint32_t noText = std::numeric_limits<std::uint32_t>::max();

/// Values of one column in one row group. Only the members of its type are used.
struct ColumnValues {
    /// Different texts. For the writer they must live until the group is written; those of the
    /// reader live until releasePages().
    std::vector<std::string_view> dictionary;
    std::vector<std::uint32_t> indices; ///< into `dictionary`, one per row
    std::vector<std::int64_t> integers; ///< one per row
    /// One per row. The writer also accepts different numbers, with an index per row in `indices`.
    std::vector<double> numbers;
};
/// Returns the values of a column, given its number. The writer calls it once per column of a
/// group, in order, so only one column is in memory at a time.
using ColumnSource = std::function<ColumnValues(std::size_t column)>;

using KeyValues = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t rowsPerGroup = 1'048'576;
constexpr std::size_t largestPage = std::size_t(64) << 20;

/// Writes to `<target>.part` (PartFile). `finish` flushes the part and renames it to the target. If
/// the program is killed, the part stays with all complete row groups. Without `finish` the
/// destructor removes the part.
class ParquetWriter {
public:
    static support::Result<ParquetWriter> create(const std::filesystem::path& target,
        std::span<const ColumnSpec> columns, LeftPart left = LeftPart::Beside);
    /// The same bytes into memory: appended to `bytes`, which must outlive the writer.
    static support::Result<ParquetWriter> toMemory(
        std::string& bytes, std::span<const ColumnSpec> columns);
    ParquetWriter(ParquetWriter&&) noexcept;
    ParquetWriter& operator=(ParquetWriter&&) = delete;
    ~ParquetWriter();

    /// Appends a group of at most rowsPerGroup rows and its footer, which has the new and changed
    /// entries of `keyValues`. After a failure the file is as before.
    support::Result<void> addGroup(
        const ColumnSource& source, std::size_t rows, const KeyValues& keyValues);
    /// Appends the footer of all groups with these key-values, and renames the part to the target.
    support::Result<void> finish(const KeyValues& keyValues);
    std::size_t rows() const; ///< rows added so far
    /// Flushes the part to the disk. The destructor will not remove it. No effect in
    /// memory.
    void keepPart();

private:
    struct State;
    explicit ParquetWriter(std::unique_ptr<State> state);
    static support::Result<ParquetWriter> begin(
        std::unique_ptr<ByteOutput> output, PartFile* part, std::span<const ColumnSpec> columns);
    std::unique_ptr<State> m_state;
};

enum class Tail {
    Strict, ///< the file must end with its footer
    Recover, ///< the reader uses the last complete footer and ignores what follows it
};

/// Reads a Parquet file of this subset. open() checks that offsets and sizes are inside the file.
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
    /// Bytes up to the end of the last complete footer. Less than the file's size if its tail was
    /// ignored (Tail::Recover).
    std::size_t usedBytes() const;
    bool hasColumn(std::string_view name) const;
    /// Fails if the file has no such column or it has another type, and for a text that may be
    /// absent if the column is required. Rows without a value are noInteger, NaN or noText.
    support::Result<ColumnValues> read(std::size_t group, const ColumnSpec& column);
    /// Reads into `values` and reuses its memory: a file has many groups of the same size. Of a
    /// column of integers only the first `wanted` rows may be read.
    support::Result<void> readInto(ColumnValues& values, std::size_t group,
        const ColumnSpec& column, std::size_t wanted = rowsPerGroup);
    /// Releases the texts of all dictionaries read so far. Their memory is reused.
    void releasePages();

private:
    struct State;
    explicit ParquetReader(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace profiler::file
