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

/// A subset of Apache Parquet that any Parquet reader understands: flat, one page per column and
/// row group, zstd, least and largest value of each. Text is a dictionary with indices (RLE),
/// integers are 64-bit differences, numbers with fraction are a dictionary or plain; in optional
/// columns rows may be without a value (definition levels, RLE). The reader takes exactly this
/// subset. Source: Apache Parquet format, parquet.thrift.
///
///     group 1 | footer: 1 | group 2 | footer: 2 | group 3 | footer: 3 | footer: 1, 2, 3
///                  ^______________________|  ^______________________|     written by `finish`
///
/// After each row group the writer appends a footer and goes on behind it. It describes this group
/// alone and says where the footer before it ends, so a file of many small groups grows by what is
/// added. A file that was cut anywhere gives, from its last footer on backwards, every complete
/// group. The footer at the end of a finished file describes all groups: other readers need no
/// other.

enum class ColumnType { Text, Integer, Number };
enum class Presence { Required, Optional };

struct ColumnSpec {
    std::string_view name;
    ColumnType type;
    Presence presence = Presence::Required;
};

/// In an optional column, a row without a value. Of numbers it is NaN.
inline constexpr std::int64_t noInteger = std::numeric_limits<std::int64_t>::min();

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
    /// The same bytes into memory: appended to `bytes`, which must outlive the writer.
    static support::Result<ParquetWriter> toMemory(
        std::string& bytes, std::span<const ColumnSpec> columns);
    ParquetWriter(ParquetWriter&&) noexcept;
    ParquetWriter& operator=(ParquetWriter&&) = delete;
    ~ParquetWriter();

    /// At most rowsPerGroup rows. Of `keyValues` those that are new or changed go into the footer
    /// behind this group. After a failure the file is as before.
    support::Result<void> addGroup(
        const ColumnSource& source, std::size_t rows, const KeyValues& keyValues);
    /// Appends the footer of all groups, with these key-values, and puts the file in its place.
    support::Result<void> finish(const KeyValues& keyValues);
    std::size_t rows() const; ///< so far
    /// The destructor leaves the part: it holds what is nowhere else. No effect in memory.
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
    /// Fails if the file has no such column or it is of another type. Rows without a value are
    /// noInteger or NaN.
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
