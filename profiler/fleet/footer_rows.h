#pragma once

#include "profiler/fleet/numbered_rows.h"
#include "profiler/fleet/profile_facts.h"
#include "profiler/fleet/row_buffer.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace profiler::fleet {

/// `footers.parquet`: the key-values of packed profile files, in order of the profiles. A row has a
/// key and its value; long values are cut to several rows.
class FooterRows {
public:
    static support::Result<FooterRows> create(const std::filesystem::path& target);

    support::Result<void> add(const ProfileFacts& facts, const file::KeyValues& keyValues);
    support::Result<void> finish() { return m_rows->finish(); }

private:
    explicit FooterRows(std::unique_ptr<RowBuffer> rows)
        : m_rows(std::move(rows))
    {
    }

    std::unique_ptr<RowBuffer> m_rows;
};

/// Returns the key-values of the profile with this number.
support::Result<file::KeyValues> readFooterRows(NumberedRows& rows, std::int64_t number);

} // namespace profiler::fleet
