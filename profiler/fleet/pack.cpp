#include "profiler/fleet/pack.h"

#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/fleet/footer_rows.h"
#include "profiler/fleet/packed_rows.h"
#include "profiler/fleet/profile_files.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Returns the name of a folder: letters, digits and a few signs as they are, other bytes as `%20`.
std::string folderName(std::string_view key, std::string_view value)
{
    auto name = std::string(key) + "=";
    if (value.empty())
        return name + "__HIVE_DEFAULT_PARTITION__";
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const auto c : value) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')
            || (byte >= 'a' && byte <= 'z') || c == '-' || c == '_' || c == '.';
        if (isPlain)
            name += c;
        else
            name.append({ '%', digits[byte >> 4], digits[byte & 15] });
    }
    return name;
}

Result<std::vector<PartitionColumn>> partitionsOf(const std::vector<std::string>& names)
{
    std::vector<PartitionColumn> chosen;
    for (const auto& name : names) {
        const auto found = std::ranges::find(partitionKeys, name,
            [](const PartitionColumn& key) { return packedColumns[key.column].name; });
        if (found == partitionKeys.end())
            return failAs(ErrorKind::Usage, support::quote(name), " is no partition, expected ",
                support::joined(partitionColumns(), ", "));
        if (std::ranges::find(chosen, found->column, &PartitionColumn::column) != chosen.end())
            return failAs(ErrorKind::Usage, "the partition ", name, " is named twice");
        chosen.push_back(*found);
    }
    return chosen;
}

/// What decides the place of a profile in the pack.
struct Entry {
    std::string partition; ///< folder below `rows`
    std::string model;
    std::int64_t startedNs = 0;
    std::string file;
};

class Packer {
public:
    Packer(const fs::path& folder, std::stop_token stop, const support::Progress& progress)
        : m_folder(folder)
        , m_stop(std::move(stop))
        , m_progress(progress)
    {
    }

    Result<PackReport> pack(const fs::path& target, const PackOptions& options)
    {
        m_partitions = TRY(partitionsOf(options.partitions));
        auto result = TRY(NewFolder::create(target, options.replace));
        m_target = result.path();
        m_profiles = TRY(createFactsFile(m_target / profilesFile)); // also locks the folder
        m_footers = TRY(FooterRows::create(m_target / footersFile));
        const auto entries = TRY(sortedEntries());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            TRY(proceed("packing profiles", i, entries.size()));
            TRY(add(entries[i]).within(entries[i].file));
        }
        TRY(finish());
        TRY(result.commit());
        return std::move(m_report);
    }

private:
    Result<void> proceed(std::string_view what, std::size_t done, std::size_t total) const
    {
        if (m_stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "packing was stopped; nothing was written");
        if (m_progress)
            m_progress(what, done, total);
        return {};
    }

    Result<std::vector<Entry>> sortedEntries()
    {
        auto files = TRY(profileFilesIn(m_folder));
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < files.size(); ++i) {
            TRY(proceed("reading metadata", i, files.size()));
            const auto metadata = readProfileMetadata(m_folder / files[i]);
            if (metadata)
                entries.push_back(entryOf(*metadata, std::move(files[i])));
            else
                m_report.leftOut.push_back({ std::move(files[i]), metadata.error().message() });
        }
        std::ranges::sort(entries, {}, [](const Entry& entry) {
            return std::tie(entry.partition, entry.model, entry.startedNs, entry.file);
        });
        return entries;
    }

    Entry entryOf(const Metadata& metadata, std::string file) const
    {
        Profile profile;
        profile.metadata = metadata;
        return entryOf(factsOf(profile, std::move(file)));
    }

    Entry entryOf(const ProfileFacts& facts) const
    {
        Entry entry { {}, facts.model, facts.startedNs, facts.file };
        for (const auto& [column, member] : m_partitions)
            entry.partition += (entry.partition.empty() ? "" : "/")
                + folderName(packedColumns[column].name, facts.*member);
        return entry;
    }

    Result<void> add(const Entry& entry)
    {
        auto source = SourceProfile::open(m_folder / entry.file, support::validUtf8(entry.file));
        if (source)
            if (auto checked = checkSource(*source, entry); !checked)
                source = std::move(checked).error();
        if (!source) {
            m_report.leftOut.push_back({ entry.file, source.error().message() });
            return {};
        }
        if (!m_rows || m_partition != entry.partition)
            TRY(beginPartition(entry.partition));
        auto facts = source->facts();
        facts.number = static_cast<std::int64_t>(m_report.profiles);
        TRY(m_rows->add(*source, facts.number));
        TRY(m_footers->add(facts, source->keyValues()));
        TRY(addFacts(*m_profiles, facts));
        ++m_report.profiles;
        m_report.rows += static_cast<std::uint64_t>(facts.rows);
        return {};
    }

    /// Rows of a profile cannot be taken back, so all of it is read before the first is added.
    Result<void> checkSource(SourceProfile& source, const Entry& entry)
    {
        TRY(source.check(m_values));
        const auto now = entryOf(source.facts());
        if (now.partition != entry.partition || now.model != entry.model
            || now.startedNs != entry.startedNs)
            return failAs(ErrorKind::File, "it was replaced while it was packed");
        return {};
    }

    Result<void> beginPartition(const std::string& partition)
    {
        TRY(finishPartition());
        std::vector<std::size_t> inNames;
        for (const auto& key : m_partitions)
            inNames.push_back(key.column);
        m_partition = partition;
        m_rows.emplace(m_target / rowsFolder / partition, inNames);
        return {};
    }

    Result<void> finishPartition()
    {
        if (!m_rows)
            return {};
        TRY(m_rows->finish());
        m_rows.reset();
        return {};
    }

    Result<void> finish()
    {
        if (m_report.profiles == 0)
            return failAs(ErrorKind::File, m_folder.string(),
                " has no profile that can be packed (",
                support::countOf(m_report.leftOut.size(), "file", "files"),
                m_report.leftOut.empty() ? ")"
                                         : ", the first: " + m_report.leftOut.front().reason + ")",
                "; expected .opscope files of `profile -o`");
        TRY(finishPartition());
        TRY(m_footers->finish());
        TRY(m_profiles->finish());
        std::error_code error;
        for (fs::recursive_directory_iterator entry(m_target, error), end; !error && entry != end;
             entry.increment(error))
            if (entry->is_regular_file(error)) {
                ++m_report.files;
                m_report.bytes += entry->file_size(error);
            }
        return {};
    }

    const fs::path& m_folder;
    std::stop_token m_stop;
    const support::Progress& m_progress;
    std::vector<PartitionColumn> m_partitions;
    fs::path m_target; ///< the folder that is not complete yet
    std::unique_ptr<RowBuffer> m_profiles;
    std::optional<FooterRows> m_footers;
    std::optional<PackedRows> m_rows; ///< of the current partition
    std::string m_partition;
    SourceProfile::Group m_values;
    PackReport m_report;
};

} // namespace

std::vector<std::string_view> partitionColumns()
{
    std::vector<std::string_view> names;
    for (const auto& key : partitionKeys)
        names.push_back(packedColumns[key.column].name);
    return names;
}

Result<PackReport> packProfiles(const fs::path& folder, const fs::path& target,
    const PackOptions& options, std::stop_token stop, const support::Progress& progress)
{
    return Packer(folder, std::move(stop), progress).pack(target, options);
}

} // namespace profiler::fleet
