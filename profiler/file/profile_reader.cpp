#include "profiler/file/profile_file.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/device_json.h"
#include "profiler/file/load_json.h"
#include "profiler/file/processor_json.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_json.h"
#include "profiler/file/profile_runs.h"

#include <algorithm>
#include <unordered_map>

namespace profiler {

using namespace file;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace {

/// Memory is reserved for at most this many rows in advance, because a damaged file may state any
/// number.
constexpr std::size_t maxReservedRows = 16 * file::rowsPerGroup;

constexpr std::int64_t runsApart = 3; ///< first version with runsKey

constexpr std::size_t maxTracks = 0xffff; ///< Slices::track has 16 bits

Result<JsonValue> entry(const ParquetReader& reader, std::string_view key)
{
    const auto found = reader.keyValues().find(key);
    if (found == reader.keyValues().end())
        return failAs(ErrorKind::File, "the entry '", key, "' is absent");
    auto parsed = support::parseJson(found->second);
    if (!parsed)
        return std::move(parsed).error().within(key).as(ErrorKind::File);
    return parsed;
}

/// Returns the version of the file's schema. Fails if this program cannot read it.
Result<std::int64_t> schemaOf(const ParquetReader& reader)
{
    const auto schema = TRY(entry(reader, "opscope.schema"));
    if (const auto wanted = schema["min_reader"].integerOr(0); wanted > schemaVersion)
        return failAs(ErrorKind::File, "the file needs a reader of version ", wanted,
            ", this program has ", schemaVersion, ": update Opscope");
    return schema["version"].integerOr(0);
}

/// For each entry of a dictionary its position in `words`; the size of `words` if it is unknown.
template <std::size_t N>
std::vector<std::uint32_t> wordNumbers(
    const std::vector<std::string_view>& dictionary, const std::array<std::string_view, N>& words)
{
    std::vector<std::uint32_t> numbers;
    for (const auto text : dictionary)
        numbers.push_back(
            static_cast<std::uint32_t>(std::ranges::find(words, text) - words.begin()));
    return numbers;
}

class TableReader {
public:
    TableReader(ParquetReader& reader, ProfileBuilder& builder)
        : m_reader(reader)
        , m_builder(builder)
    {
    }

    /// Reads the tables of the footer. finish() reads the details of runs, because runs come from
    /// rows.
    Result<void> readFooter()
    {
        const auto metadata = TRY(entry(m_reader, "opscope.metadata"));
        m_builder.profile().metadata = readMetadata(metadata);
        const auto steps = TRY(entry(m_reader, "opscope.steps"));
        readSteps(steps, m_builder);
        m_tables = TRY(entry(m_reader, "opscope.tables"));
        readTables(m_tables, m_builder);
        if (const auto tracks = m_builder.profile().tracks.size(); tracks > maxTracks)
            return failAs(ErrorKind::File, "the file has ", tracks, " tracks, at most ", maxTracks,
                " are possible");
        if (m_reader.keyValues().contains("opscope.device")) {
            const auto device = TRY(entry(m_reader, "opscope.device"));
            readDevice(device, m_builder);
        }
        if (m_reader.keyValues().contains("opscope.processor")) {
            const auto processor = TRY(entry(m_reader, "opscope.processor"));
            readProcessor(processor, m_builder);
        }
        if (m_reader.keyValues().contains("opscope.load")) {
            const auto load = TRY(entry(m_reader, "opscope.load"));
            readLoad(load, m_builder);
        }
        for (std::uint32_t i = 0; i < m_builder.profile().tracks.size(); ++i)
            m_tracks.emplace(m_builder.profile().tracks[i].name, i);
        for (std::uint32_t i = 0; i < m_builder.profile().counters.size(); ++i)
            m_series.emplace(m_builder.profile().counters[i].name, i);
        return {};
    }

    Result<void> readGroup(std::size_t group)
    {
        TRY(read(group,
            { KindColumn, PhaseColumn, TrackColumn, NameColumn, StartColumn, DurationColumn,
                RunColumn, StepColumn, CorrelationColumn }));
        // Most groups have no such rows, so these columns are read only where needed.
        const auto& kinds = m_values[KindColumn].dictionary;
        const auto has = [&](RowKind kind) {
            return std::ranges::find(kinds, kindWords[kind]) != kinds.end();
        };
        if (has(RunRow))
            TRY(read(group, { RoundColumn, SideColumn }));
        if (has(CounterRow))
            TRY(read(group, { ValueColumn }));
        m_hasDevice = has(GpuRow) && m_reader.hasColumn(columns[WorkColumn].name);
        if (m_hasDevice)
            TRY(read(group, { WorkColumn, KernelColumn, LaunchColumn, BusyColumn, ResultColumn }));
        addRows(m_reader.rows(group));
        m_reader.releasePages(); // the builder has its own texts
        return {};
    }

    /// Reads what ProfileRuns::profile has.
    Result<void> readRunsOnly(std::int64_t version)
    {
        const auto metadata = TRY(entry(m_reader, "opscope.metadata"));
        auto& profile = m_builder.profile();
        profile.metadata = readMetadata(metadata);
        for (std::size_t group = 0; group < m_reader.groups(); ++group)
            TRY(readRunsOfGroup(group));
        if (std::ranges::find(profile.runs, Side::Unprofiled, &Run::side) != profile.runs.end())
            return {};
        if (version < runsApart)
            m_tables = TRY(entry(m_reader, "opscope.tables")); // it has the details of runs
        return finish();
    }

    /// Reads the details of runs. To be called after all groups.
    Result<void> finish()
    {
        auto& runs = m_builder.profile().runs;
        for (std::uint32_t i = 0; i < runs.size(); ++i)
            runs[i].number = i + 1;
        readRunDetails(m_tables["runs"], runs);
        for (const auto& row : m_reader.keyValues()) {
            const auto& key = row.first;
            if (!key.starts_with(runsKey))
                continue;
            const auto first
                = support::numberFrom<std::int64_t>(std::string_view(key).substr(runsKey.size()));
            if (!first || *first < 0 || static_cast<std::uint64_t>(*first) > runs.size())
                continue; // these runs do not exist
            const auto details = TRY(entry(m_reader, key));
            readRunDetails(details, std::span(runs).subspan(static_cast<std::size_t>(*first)));
        }
        return {};
    }

    std::uint64_t unknownRows() const { return m_unknownRows; }

private:
    Result<void> read(std::size_t group, std::initializer_list<Column> wanted)
    {
        for (const auto column : wanted)
            TRY(m_reader.readInto(m_values[column], group, columns[column]));
        return {};
    }

    std::int64_t integer(Column column, std::size_t row) const
    {
        return m_values[column].integers[row];
    }

    std::vector<std::uint32_t> tracksOf(const std::vector<std::string_view>& dictionary)
    {
        std::vector<std::uint32_t> found;
        for (const auto name : dictionary) {
            const auto id = m_builder.text(name);
            auto place = m_tracks.find(id);
            if (place == m_tracks.end() && m_builder.profile().tracks.size() < maxTracks)
                place = m_tracks.emplace(id, m_builder.addTrack(name, "", TrackKind::Other).value())
                            .first;
            found.push_back(place == m_tracks.end() ? 0 : place->second);
        }
        return found;
    }

    void addRows(std::size_t rows)
    {
        const auto kinds = wordNumbers(m_values[KindColumn].dictionary, kindWords);
        const auto phases = wordNumbers(m_values[PhaseColumn].dictionary, phaseWords);
        const auto tracks = tracksOf(m_values[TrackColumn].dictionary);
        const auto works = m_hasDevice ? wordNumbers(m_values[WorkColumn].dictionary, workNames)
                                       : std::vector<std::uint32_t>();
        std::vector<StringId> kernels;
        if (m_hasDevice)
            for (const auto name : m_values[KernelColumn].dictionary)
                kernels.push_back(name.empty() ? StringId() : m_builder.text(name));
        for (std::size_t i = 0; i < rows; ++i) {
            const auto kind = kinds[m_values[KindColumn].indices[i]];
            if (kind >= kindWords.size()) {
                ++m_unknownRows; // written by a newer version
                continue;
            }
            if (kind == CounterRow) {
                addCounter(i);
                continue;
            }
            if (kind == RunRow)
                addRun(i);
            SliceRow row;
            row.startNs = integer(StartColumn, i);
            row.durationNs = integer(DurationColumn, i);
            row.step = smallOf(integer(StepColumn, i));
            row.run = smallOf(integer(RunColumn, i));
            row.track = TrackId(tracks[m_values[TrackColumn].indices[i]]);
            row.kind = sliceKinds[kind];
            row.correlation
                = integer(CorrelationColumn, i) > 0 ? smallOf(integer(CorrelationColumn, i)) : 0;
            const auto phase = phases[m_values[PhaseColumn].indices[i]];
            row.phase = phase < phaseWords.size() ? static_cast<engine::Phase>(phase)
                                                  : engine::Phase::Kernel;
            if (m_hasDevice && row.kind == SliceKind::Gpu)
                row.detail = deviceRowOf(i, works[m_values[WorkColumn].indices[i]],
                    kernels[m_values[KernelColumn].indices[i]]);
            m_builder.addSlice(row);
        }
    }

    std::uint32_t deviceRowOf(std::size_t i, std::uint32_t work, StringId kernel)
    {
        if (work >= workNames.size())
            return Slices::none; // an imported profile, or a newer version
        DeviceRowRead row;
        row.work = static_cast<DeviceWork>(work);
        row.name = kernel;
        row.busyNs = std::max<std::int64_t>(0, integer(BusyColumn, i));
        row.place = row.work == DeviceWork::Call && integer(ResultColumn, i) != noInteger
            ? integer(ResultColumn, i)
            : integer(LaunchColumn, i) < 0 && row.work != DeviceWork::Kernel && !isCopy(row.work)
                && row.work != DeviceWork::Set
            ? 0
            : integer(LaunchColumn, i);
        const auto detail = addDeviceRow(m_builder, row);
        m_builder.profile().losses.unbalanced += detail == Slices::none ? 1 : 0;
        return detail;
    }

    /// Adds a run. Rows of runs come first and in order of time, so their order gives the indices.
    void addRun(std::size_t i)
    {
        Run run;
        run.startNs = integer(StartColumn, i);
        run.wallNs = wallOf(i);
        run.round = smallOf(integer(RoundColumn, i));
        run.side = sideOf(i);
        m_builder.profile().runs.push_back(run);
    }

    void addCounter(std::size_t i)
    {
        const auto name
            = m_builder.text(m_values[NameColumn].dictionary[m_values[NameColumn].indices[i]]);
        auto& counters = m_builder.profile().counters;
        auto place = m_series.find(name);
        if (place == m_series.end()) {
            place = m_series.emplace(name, static_cast<std::uint32_t>(counters.size())).first;
            counters.push_back({ name, m_builder.text(""), {}, {} });
        }
        counters[place->second].timeNs.push_back(integer(StartColumn, i));
        counters[place->second].value.push_back(m_values[ValueColumn].numbers[i]);
    }

    /// Reads wall and side of the runs. Rows of runs come first, so few values are decoded.
    Result<void> readRunsOfGroup(std::size_t group)
    {
        TRY(read(group, { KindColumn }));
        const auto& kinds = m_values[KindColumn];
        const auto isRun
            = [index = std::ranges::find(kinds.dictionary, kindWords[RunRow])
                      - kinds.dictionary.begin()](std::uint32_t kind) { return kind == index; };
        auto end = kinds.indices.size(); // behind the last run
        while (end > 0 && !isRun(kinds.indices[end - 1]))
            --end;
        if (end > 0)
            for (const auto column : { DurationColumn, SideColumn })
                TRY(m_reader.readInto(m_values[column], group, columns[column], end));
        for (std::size_t row = 0; row < end; ++row)
            if (isRun(kinds.indices[row])) {
                auto& run = m_builder.profile().runs.emplace_back();
                run.wallNs = wallOf(row);
                run.side = sideOf(row);
            }
        m_reader.releasePages();
        return {};
    }

    std::int64_t wallOf(std::size_t row) const
    {
        return std::max<std::int64_t>(0, integer(DurationColumn, row));
    }
    Side sideOf(std::size_t row) const
    {
        const auto side = integer(SideColumn, row);
        return side >= 0 && side < static_cast<std::int64_t>(sideCount) ? static_cast<Side>(side)
                                                                        : Side::Single;
    }

    static std::uint32_t smallOf(std::int64_t value)
    {
        return value >= 0 && value < Slices::none ? static_cast<std::uint32_t>(value)
                                                  : Slices::none;
    }

    static constexpr std::array sliceKinds { SliceKind::Run, SliceKind::Step, SliceKind::Phase,
        SliceKind::Gpu, SliceKind::Note, SliceKind::Drop, SliceKind::Note };

    ParquetReader& m_reader;
    ProfileBuilder& m_builder;
    std::array<ColumnValues, columns.size()> m_values; // by Column; memory is reused by all groups
    bool m_hasDevice = false; // whether the columns of device work are read for this group
    JsonValue m_tables;
    std::unordered_map<StringId, std::uint32_t> m_tracks;
    std::unordered_map<StringId, std::uint32_t> m_series;
    std::uint64_t m_unknownRows = 0;
};

void note(ProfileBuilder& builder, std::string code, std::string message, std::string advice)
{
    builder.profile().diagnostics.push_back(
        { support::Severity::Warning, std::move(code), {}, std::move(message), std::move(advice) });
}

/// Reads all rows into the builder. The memory for a group is freed on return, before the builder
/// sorts.
Result<void> readRows(ParquetReader& reader, ProfileBuilder& builder, const std::stop_token& stop,
    const support::Progress& progress)
{
    TableReader table(reader, builder);
    TRY(table.readFooter());
    std::size_t rows = 0;
    for (std::size_t group = 0; group < reader.groups(); ++group)
        rows += reader.rows(group);
    builder.reserveSlices(std::min(rows, maxReservedRows));
    for (std::size_t group = 0; group < reader.groups(); ++group) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        if (progress)
            progress("reading rows", group, reader.groups());
        TRY(table.readGroup(group));
    }
    TRY(table.finish());
    if (table.unknownRows() > 0)
        note(builder, "profile-unknown-rows",
            std::to_string(table.unknownRows())
                + " rows have a kind that this version does not know",
            "update Opscope");
    return {};
}

} // namespace

bool looksLikeProfileFile(std::string_view head) { return head.starts_with("PAR1"); }

namespace {

Result<ProfileBuilder> readTables(std::span<const std::byte> bytes, FileTail tail,
    const std::stop_token& stop, const support::Progress& progress)
{
    auto reader
        = TRY(ParquetReader::open(bytes, tail == FileTail::Recover ? Tail::Recover : Tail::Strict));
    TRY(schemaOf(reader));
    ProfileBuilder builder;
    TRY(readRows(reader, builder, stop, progress));
    if (reader.usedBytes() < bytes.size())
        note(builder, "profile-cut",
            "the file ends early: " + std::to_string(bytes.size() - reader.usedBytes())
                + " bytes behind its last complete row group are lost",
            "");
    return builder;
}

} // namespace

Result<Metadata> readProfileMetadata(const std::filesystem::path& path)
{
    const auto mapped = TRY(support::MappedFile::open(path));
    const auto reader = TRY(ParquetReader::open(mapped->bytes()));
    TRY(schemaOf(reader));
    const auto metadata = TRY(entry(reader, "opscope.metadata"));
    return readMetadata(metadata);
}

Result<ProfileRuns> readProfileRuns(std::span<const std::byte> bytes)
{
    auto reader = TRY(ParquetReader::open(bytes));
    const auto version = TRY(schemaOf(reader));
    ProfileRuns runs { nullptr, version, 0, bytes.size() };
    ProfileBuilder builder;
    TRY(TableReader(reader, builder).readRunsOnly(runs.version));
    for (std::size_t group = 0; group < reader.groups(); ++group)
        runs.rows += reader.rows(group);
    runs.profile = std::move(builder).build();
    return runs;
}

Result<ProfileRuns> readProfileRuns(const std::filesystem::path& path)
{
    const auto mapped = TRY(support::MappedFile::open(path));
    return readProfileRuns(mapped->bytes());
}

Result<std::shared_ptr<const Profile>> readProfileFile(std::span<const std::byte> bytes,
    FileTail tail, std::stop_token stop, const support::Progress& progress)
{
    return TRY(readTables(bytes, tail, stop, progress)).build();
}

Result<std::shared_ptr<const Profile>> readProfileFile(const std::filesystem::path& path,
    FileTail tail, std::stop_token stop, const support::Progress& progress)
{
    auto file = TRY(support::MappedFile::open(path));
    const auto forgetting = [&](std::string_view what, std::uint64_t done, std::uint64_t total) {
        file->forgetPages(); // each group is read only once
        if (progress)
            progress(what, done, total);
    };
    auto builder
        = TRY(readTables(file->bytes(), tail, stop, forgetting).within(path.filename().string()));
    file.reset(); // frees memory before sorting, which needs memory too
    return std::move(builder).build();
}

} // namespace profiler
