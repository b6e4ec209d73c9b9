#pragma once

#include "model/support/mapped_file.h"
#include "profiler/file/parquet.h"
#include "profiler/file/profile_columns.h"
#include "profiler/fleet/profile_facts.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace profiler::fleet {

/// A profile file that is packed: its facts, its key-values and its columns. Files of older
/// versions are read as if written by this version. Fails for files that a pack would not keep
/// whole: of newer versions, with texts that are not UTF-8, with unknown kinds of rows.
class SourceProfile {
public:
    using Group = std::array<file::ColumnValues, file::columns.size()>;

    static support::Result<SourceProfile> open(const std::filesystem::path& path, std::string name);

    const ProfileFacts& facts() const { return m_facts; }
    const file::KeyValues& keyValues() const { return m_reader->keyValues(); }
    std::size_t groups() const { return m_reader->groups(); }
    std::size_t rows(std::size_t group) const { return m_reader->rows(group); }
    /// Reads a row group into the memory of an earlier one. Its texts are valid until the next
    /// call.
    support::Result<void> read(std::size_t group, Group& values);
    /// Reads every group, so that later calls of read() do not fail.
    support::Result<void> check(Group& values);

private:
    SourceProfile() = default;
    support::Result<void> checkKeyValues() const;

    std::shared_ptr<const support::MappedFile> m_file;
    std::unique_ptr<std::string> m_upgraded; ///< bytes of an older file in this version's form
    std::unique_ptr<file::ParquetReader> m_reader;
    ProfileFacts m_facts;
};

} // namespace profiler::fleet
