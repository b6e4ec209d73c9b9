#include "profiler/fleet/profile_facts.h"

#include "model/support/hash.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_runs.h"
#include "profiler/history/setup.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/commit.h"
#include "profiler/tables/utc_time.h"

#include <array>
#include <span>

namespace profiler::fleet {

using file::ColumnSpec;
using file::ColumnType;
using file::ColumnValues;
using file::noInteger;
using file::Presence;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t mostProfiles = 1'000'000; ///< of an index that is read

/// A column of `profiles.parquet`. One of the members is set.
struct FactColumn {
    ColumnSpec spec;
    std::string ProfileFacts::*text = nullptr;
    std::int64_t ProfileFacts::*integer = nullptr;
    double ProfileFacts::*number = nullptr;
};

constexpr FactColumn text(std::string_view name, std::string ProfileFacts::*member)
{
    return { { name, ColumnType::Text, Presence::Optional }, member };
}

constexpr FactColumn integer(std::string_view name, std::int64_t ProfileFacts::*member,
    ColumnType type = ColumnType::Integer)
{
    return { { name, type, Presence::Optional }, nullptr, member };
}

constexpr FactColumn number(std::string_view name, double ProfileFacts::*member)
{
    return { { name, ColumnType::Number, Presence::Optional }, nullptr, nullptr, member };
}

using F = ProfileFacts;
constexpr std::array allColumns { integer("profile_no", &F::number), text("profile", &F::id),
    text("file", &F::file), text("model", &F::model), text("model_sha256", &F::modelSha256),
    text("device", &F::device), text("host", &F::host), text("tag", &F::tag),
    integer("started_at", &F::startedNs),
    integer("started", &F::startedMicroseconds, ColumnType::Time), text("month", &F::month),
    text("machine", &F::machine), text("cpu", &F::cpu), integer("cores", &F::cores),
    text("isa", &F::isa), text("system", &F::system), integer("memory_bytes", &F::memoryBytes),
    text("engine", &F::engine), text("engine_version", &F::engineVersion),
    text("opscope", &F::opscope), text("settings", &F::settings),
    text("settings_text", &F::settingsText), integer("threads", &F::threads),
    text("precision", &F::precision), text("optimisation", &F::optimisation),
    text("dims", &F::dims), text("commit", &F::commit), integer("commit_time_ns", &F::commitNs),
    integer("commit_time", &F::commitMicroseconds, ColumnType::Time),
    integer("interrupted", &F::interrupted), text("end_reason", &F::end),
    text("importer", &F::importer), integer("samples", &F::samples), number("wall_ns", &F::wallNs),
    number("wall_low_ns", &F::wallLowNs), number("wall_high_ns", &F::wallHighNs),
    integer("row_count", &F::rows), integer("file_bytes", &F::fileBytes),
    integer("changed_ns", &F::changedNs) };

/// Returns a letter and 12 hex digits of a hash; empty for an empty text. The letter keeps readers
/// of hive partitions from taking digits for a number.
std::string shortKey(char letter, const std::string& text)
{
    constexpr std::size_t digits = 12;
    return text.empty()
        ? text
        : letter + support::sha256(std::as_bytes(std::span(text))).substr(0, digits);
}

std::int64_t microseconds(std::int64_t ns) { return ns == noInteger ? ns : ns / 1000; }

void addWall(ProfileFacts& facts, const Profile& profile)
{
    auto runs = runsOf(profile, Side::Unprofiled);
    if (runs.empty())
        runs = recordedRuns(profile);
    const auto wall = distributionOf(wallsOf(profile, runs)); // as Statistics::bestWall
    facts.samples = wall.samples;
    if (wall.samples == 0)
        return;
    facts.wallNs = wall.median;
    if (wall.interval) {
        facts.wallLowNs = wall.interval->low;
        facts.wallHighNs = wall.interval->high;
    }
}

void setRow(
    ProfileFacts& facts, const FactColumn& column, const ColumnValues& values, std::size_t i)
{
    if (column.integer != nullptr)
        facts.*column.integer = values.integers[i];
    else if (column.number != nullptr)
        facts.*column.number = values.numbers[i];
    else if (values.indices[i] != file::noText)
        facts.*column.text = values.dictionary[values.indices[i]];
}

} // namespace

ProfileFacts factsOf(const Profile& profile, std::string file)
{
    const auto& metadata = profile.metadata;
    const auto setup = setupOf(profile);
    const auto integerOf
        = [&](std::string_view key) { return metadata.integer(key).value_or(noInteger); };
    ProfileFacts facts;
    facts.file = std::move(file);
    facts.id = metadata.text(keys::profileId);
    facts.model = setup.model;
    facts.modelSha256 = metadata.text(keys::modelSha256);
    facts.device = metadata.text(keys::device);
    facts.host = metadata.text(keys::host);
    facts.tag = metadata.text(keys::tag);
    facts.startedNs = integerOf(keys::startedAt);
    facts.startedMicroseconds = microseconds(facts.startedNs);
    if (facts.startedNs != noInteger)
        facts.month = utcText(facts.startedNs / 1'000'000'000, "%Y-%m");
    facts.machine = shortKey('m', factsText(setup.machine));
    facts.cpu = metadata.text(keys::cpu);
    facts.cores = integerOf(keys::cores);
    facts.isa = metadata.text(keys::isa);
    facts.system = metadata.text(keys::system);
    facts.memoryBytes = integerOf(keys::memoryBytes);
    facts.importer = metadata.text(keys::importer);
    facts.engine = metadata.text(keys::engineName);
    if (facts.engine.empty() && facts.importer.empty())
        facts.engine = "opscope";
    facts.engineVersion = metadata.text(keys::engineVersion);
    facts.opscope = metadata.text(keys::opscopeVersion);
    facts.settingsText = factsText(setup.settings);
    facts.settings = shortKey('s', facts.settingsText);
    facts.threads = integerOf(keys::threads);
    facts.precision = metadata.text(keys::precision);
    facts.optimisation = metadata.text(keys::optimisation);
    facts.dims = metadata.text(keys::dims);
    facts.commit = metadata.text(keys::commit);
    facts.commitNs = integerOf(keys::commitTime);
    facts.commitMicroseconds = microseconds(facts.commitNs);
    facts.interrupted = metadata.has(keys::interrupted) ? 1 : 0;
    facts.end = metadata.text(keys::end);
    addWall(facts, profile);
    return facts;
}

Result<ProfileFacts> readFacts(const std::filesystem::path& path, std::string file)
{
    const auto runs = TRY(readProfileRuns(path));
    auto facts = factsOf(*runs.profile, std::move(file));
    facts.rows = static_cast<std::int64_t>(runs.rows);
    facts.fileBytes = static_cast<std::int64_t>(runs.fileBytes);
    return facts;
}

Result<std::unique_ptr<RowBuffer>> createFactsFile(const std::filesystem::path& target)
{
    std::vector<ColumnSpec> specs;
    for (const auto& column : allColumns)
        specs.push_back(column.spec);
    return RowBuffer::create(target, specs);
}

Result<void> addFacts(RowBuffer& rows, const ProfileFacts& facts)
{
    for (std::size_t i = 0; i < allColumns.size(); ++i) {
        const auto& column = allColumns[i];
        if (column.integer != nullptr)
            rows.addInteger(i, facts.*column.integer);
        else if (column.number != nullptr)
            rows.addNumber(i, facts.*column.number);
        else if ((facts.*column.text).empty())
            rows.addNoText(i);
        else
            rows.addText(i, facts.*column.text);
    }
    return rows.rowsAdded(1);
}

Result<std::vector<ProfileFacts>> readFactsFile(const std::filesystem::path& path)
{
    const auto mapped = TRY(support::MappedFile::open(path));
    auto reader = TRY(file::ParquetReader::open(mapped->bytes()).within(path.filename().string()));
    const auto version = reader.keyValues().find(packKey);
    if (version == reader.keyValues().end())
        return failAs(ErrorKind::File, path.string(),
            " is no index of profiles that `opscope-cli pack` wrote");
    if (version->second != packVersion)
        return failAs(ErrorKind::File, path.string(), " is of version ",
            support::quote(version->second, 20), ", this program reads version ", packVersion,
            ": update Opscope");
    std::vector<ProfileFacts> rows;
    ColumnValues values;
    for (std::size_t group = 0; group < reader.groups(); ++group) {
        const auto first = rows.size();
        if (first + reader.rows(group) > mostProfiles)
            return failAs(ErrorKind::File, path.string(), " says that it has more than ",
                mostProfiles, " profiles: it is damaged");
        rows.resize(first + reader.rows(group));
        for (const auto& column : allColumns) {
            if (!reader.hasColumn(column.spec.name))
                continue;
            TRY(reader.readInto(values, group, column.spec).within(path.filename().string()));
            for (std::size_t i = first; i < rows.size(); ++i)
                setRow(rows[i], column, values, i - first);
        }
        reader.releasePages();
    }
    return rows;
}

} // namespace profiler::fleet
