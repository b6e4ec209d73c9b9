#include "profiler/file/profile_file.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/device_json.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_json.h"

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

Result<void> checkVersion(const ParquetReader& reader)
{
    const auto schema = TRY(entry(reader, "opscope.schema"));
    if (const auto wanted = schema["min_reader"].integerOr(0); wanted > schemaVersion)
        return failAs(ErrorKind::File, "the file needs a reader of version ", wanted,
            ", this program has ", schemaVersion, ": update Opscope");
    return {};
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
        for (std::uint32_t i = 0; i < m_builder.profile().tracks.size(); ++i)
            m_tracks.emplace(m_builder.profile().tracks[i].name, i);
        for (std::uint32_t i = 0; i < m_builder.profile().counters.size(); ++i)
            m_series.emplace(m_builder.profile().counters[i].name, i);
        return {};
    }

    Result<void> readGroup(std::size_t group)
    {
        auto& values = m_values;
        struct Part {
            ColumnValues* values;
            Column column;
        };
        for (const auto& [into, column] : { Part { &values.kind, KindColumn },
                 { &values.phase, PhaseColumn }, { &values.track, TrackColumn },
                 { &values.name, NameColumn }, { &values.start, StartColumn },
                 { &values.duration, DurationColumn }, { &values.run, RunColumn },
                 { &values.step, StepColumn }, { &values.correlation, CorrelationColumn } })
            TRY(m_reader.readInto(*into, group, columns[column]));
        // Most groups have no such rows, so these columns are read only where needed.
        const auto& kinds = values.kind.dictionary;
        if (std::ranges::find(kinds, kindWords[RunRow]) != kinds.end()) {
            TRY(m_reader.readInto(values.round, group, columns[RoundColumn]));
            TRY(m_reader.readInto(values.side, group, columns[SideColumn]));
        }
        if (std::ranges::find(kinds, kindWords[CounterRow]) != kinds.end())
            TRY(m_reader.readInto(values.value, group, columns[ValueColumn]));
        values.hasDevice = m_reader.hasColumn(columns[WorkColumn].name)
            && std::ranges::find(kinds, kindWords[GpuRow]) != kinds.end();
        if (values.hasDevice)
            for (const auto& [into, column] : { Part { &values.work, WorkColumn },
                     { &values.kernel, KernelColumn }, { &values.launch, LaunchColumn },
                     { &values.busy, BusyColumn }, { &values.result, ResultColumn } })
                TRY(m_reader.readInto(*into, group, columns[column]));
        addRows(values, m_reader.rows(group));
        m_reader.releasePages(); // the builder has its own texts
        return {};
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
    struct Group {
        ColumnValues kind, phase, track, name, start, duration, run, round, side, step, correlation,
            value, work, kernel, launch, busy, result;
        bool hasDevice = false;
    };

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

    void addRows(const Group& values, std::size_t rows)
    {
        const auto kinds = wordNumbers(values.kind.dictionary, kindWords);
        const auto phases = wordNumbers(values.phase.dictionary, phaseWords);
        const auto tracks = tracksOf(values.track.dictionary);
        const auto works = values.hasDevice ? wordNumbers(values.work.dictionary, workNames)
                                            : std::vector<std::uint32_t>();
        std::vector<StringId> kernels;
        if (values.hasDevice)
            for (const auto name : values.kernel.dictionary)
                kernels.push_back(name.empty() ? StringId() : m_builder.text(name));
        for (std::size_t i = 0; i < rows; ++i) {
            const auto kind = kinds[values.kind.indices[i]];
            if (kind >= kindWords.size()) {
                ++m_unknownRows; // written by a newer version
                continue;
            }
            if (kind == CounterRow) {
                addCounter(values, i);
                continue;
            }
            if (kind == RunRow)
                addRun(values, i);
            SliceRow row;
            row.startNs = values.start.integers[i];
            row.durationNs = values.duration.integers[i];
            row.step = smallOf(values.step.integers[i]);
            row.run = smallOf(values.run.integers[i]);
            row.track = TrackId(tracks[values.track.indices[i]]);
            row.kind = sliceKinds[kind];
            row.correlation
                = values.correlation.integers[i] > 0 ? smallOf(values.correlation.integers[i]) : 0;
            const auto phase = phases[values.phase.indices[i]];
            row.phase = phase < phaseWords.size() ? static_cast<engine::Phase>(phase)
                                                  : engine::Phase::Kernel;
            if (values.hasDevice && row.kind == SliceKind::Gpu)
                row.detail = deviceRowOf(
                    values, i, works[values.work.indices[i]], kernels[values.kernel.indices[i]]);
            m_builder.addSlice(row);
        }
    }

    std::uint32_t deviceRowOf(
        const Group& values, std::size_t i, std::uint32_t work, StringId kernel)
    {
        if (work >= workNames.size())
            return Slices::none; // an imported profile, or a newer version
        DeviceRowRead row;
        row.work = static_cast<DeviceWork>(work);
        row.name = kernel;
        row.busyNs = std::max<std::int64_t>(0, values.busy.integers[i]);
        row.place = row.work == DeviceWork::Call && values.result.integers[i] != noInteger
            ? values.result.integers[i]
            : values.launch.integers[i] < 0 && row.work != DeviceWork::Kernel && !isCopy(row.work)
                && row.work != DeviceWork::Set
            ? 0
            : values.launch.integers[i];
        const auto detail = addDeviceRow(m_builder, row);
        m_builder.profile().losses.unbalanced += detail == Slices::none ? 1 : 0;
        return detail;
    }

    /// Adds a run. Rows of runs come first and in order of time, so their order gives the indices.
    void addRun(const Group& values, std::size_t i)
    {
        Run run;
        run.startNs = values.start.integers[i];
        run.wallNs = std::max<std::int64_t>(0, values.duration.integers[i]);
        run.round = smallOf(values.round.integers[i]);
        const auto side = values.side.integers[i];
        run.side = side >= 0 && side <= static_cast<std::int64_t>(Side::WarmUp)
            ? static_cast<Side>(side)
            : Side::Single;
        m_builder.profile().runs.push_back(run);
    }

    void addCounter(const Group& values, std::size_t i)
    {
        const auto name = m_builder.text(values.name.dictionary[values.name.indices[i]]);
        auto& counters = m_builder.profile().counters;
        auto place = m_series.find(name);
        if (place == m_series.end()) {
            place = m_series.emplace(name, static_cast<std::uint32_t>(counters.size())).first;
            counters.push_back({ name, m_builder.text(""), {}, {} });
        }
        counters[place->second].timeNs.push_back(values.start.integers[i]);
        counters[place->second].value.push_back(values.value.numbers[i]);
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
    Group m_values; // memory is reused by all groups
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
    TRY(checkVersion(reader));
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
