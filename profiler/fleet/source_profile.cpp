#include "profiler/fleet/source_profile.h"

#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_runs.h"

#include <algorithm>

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

bool isUtf8(std::string_view text) { return support::validUtf8(text) == text; }

Result<void> checkTexts(std::string_view column, const std::vector<std::string_view>& texts)
{
    for (const auto text : texts)
        if (!isUtf8(text))
            return failAs(ErrorKind::File, "column '", column, "' has the text ",
                support::quote(text, 40), ", which is not UTF-8");
    return {};
}

} // namespace

Result<SourceProfile> SourceProfile::open(const std::filesystem::path& path, std::string name)
{
    SourceProfile source;
    source.m_file = TRY(support::MappedFile::open(path));
    auto bytes = source.m_file->bytes();
    const auto runs = TRY(readProfileRuns(bytes));
    if (runs.version > file::schemaVersion)
        return failAs(ErrorKind::File, "it is of version ", runs.version,
            " and may have columns that this program (version ", file::schemaVersion,
            ") does not know: update Opscope");
    if (runs.version < file::schemaVersion) {
        const auto profile = TRY(readProfileFile(bytes));
        source.m_upgraded
            = std::make_unique<std::string>(TRY(profileFileBytes(*profile, profile->metadata)));
        bytes = std::as_bytes(std::span(*source.m_upgraded));
    }
    source.m_reader = std::make_unique<file::ParquetReader>(TRY(file::ParquetReader::open(bytes)));
    TRY(source.checkKeyValues());
    source.m_facts = factsOf(*runs.profile, std::move(name));
    source.m_facts.rows = static_cast<std::int64_t>(runs.rows);
    source.m_facts.fileBytes = static_cast<std::int64_t>(source.m_file->bytes().size());
    return source;
}

Result<void> SourceProfile::read(std::size_t group, Group& values)
{
    m_reader->releasePages();
    for (std::size_t i = 0; i < values.size(); ++i) {
        TRY(m_reader->readInto(values[i], group, file::columns[i]));
        TRY(checkTexts(file::columns[i].name, values[i].dictionary));
    }
    for (const auto kind : values[file::KindColumn].dictionary)
        if (std::ranges::find(file::kindWords, kind) == file::kindWords.end())
            return failAs(ErrorKind::File, "it has rows of kind ", support::quote(kind, 40),
                ", which this program does not know");
    m_file->forgetPages(); // each group is read once or twice
    return {};
}

Result<void> SourceProfile::check(Group& values)
{
    for (std::size_t group = 0; group < groups(); ++group)
        TRY(read(group, values));
    return {};
}

Result<void> SourceProfile::checkKeyValues() const
{
    for (const auto& [key, value] : keyValues())
        if (!isUtf8(key) || !isUtf8(value))
            return failAs(ErrorKind::File, "the entry ", support::quote(key, 40), " is not UTF-8");
    return {};
}

} // namespace profiler::fleet
