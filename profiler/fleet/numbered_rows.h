#pragma once

#include "model/support/mapped_file.h"
#include "profiler/file/parquet.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace profiler::fleet {

/// A file of a pack, whose rows are in order of `profile_no`. If the profiles are asked for in this
/// order, each row group is read once.
class NumberedRows {
public:
    static support::Result<NumberedRows> open(const std::filesystem::path& path);

    /// Rows of one profile in one row group.
    struct Piece {
        std::size_t group = 0;
        std::size_t first = 0; ///< in the group
        std::size_t count = 0;
    };
    /// Returns where the rows of a profile are. Releases the groups where it has none.
    support::Result<std::vector<Piece>> find(std::int64_t number);

    /// Reads a column of a group. The values are valid until the next call, their texts until
    /// releaseTexts().
    support::Result<const file::ColumnValues*> read(
        std::size_t group, const file::ColumnSpec& column);
    void releaseTexts() { m_reader.releasePages(); }

private:
    struct Range { ///< numbers of the profiles that have rows in a group
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    /// A group with rows of several profiles.
    struct Shared {
        file::ParquetReader reader; ///< owns the texts of `columns`
        std::map<std::string_view, file::ColumnValues> columns;
    };

    NumberedRows(std::shared_ptr<const support::MappedFile> file, file::ParquetReader reader)
        : m_file(std::move(file))
        , m_reader(std::move(reader))
    {
    }

    std::shared_ptr<const support::MappedFile> m_file;
    file::ParquetReader m_reader;
    std::vector<Range> m_ranges; ///< by group
    std::map<std::size_t, Shared> m_shared; ///< by group, of the profile that was found last
    file::ColumnValues m_values; ///< of a group with rows of one profile
};

} // namespace profiler::fleet
