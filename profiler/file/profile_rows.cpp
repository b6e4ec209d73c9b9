#include "profiler/file/profile_rows.h"

#include "model/support/text.h"
#include "profiler/file/device_json.h"
#include "profiler/file/load_json.h"
#include "profiler/file/processor_json.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_json.h"
#include "profiler/tables/merge_pieces.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t longestText
    = 100'000; // bytes; longer names are truncated in the table, but complete in the footer
constexpr std::size_t longestNodes = 1'000'000; // bytes of the list of a step's nodes
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

RowKind rowKindOf(SliceKind kind)
{
    static constexpr std::array kinds { RunRow, OpRow, PhaseRow, GpuRow, DropRow, NoteRow };
    return kinds[static_cast<std::size_t>(kind)];
}

/// Makes a text valid UTF-8, as Parquet requires, and truncates it. Names in models may have any
/// bytes and any length.
std::string clean(std::string_view text)
{
    auto valid = support::validUtf8(text.substr(0, longestText));
    if (text.size() > longestText)
        valid += "…";
    return valid;
}

/// The possible texts of one text column, by number (of a step, track or word). Equal texts share
/// one entry in the dictionary of a row group.
class Choice {
public:
    /// Adds the text of the next number.
    void add(std::string text)
    {
        const auto place = static_cast<std::uint32_t>(m_texts.size());
        const auto [known, isNew] = m_known.emplace(std::move(text), place);
        if (isNew)
            m_texts.push_back(known->first); // keys of an unordered_map never move
        m_places.push_back(known->second);
    }

    std::size_t size() const { return m_places.size(); }

    /// Begins the column of a new row group.
    ColumnValues begin(std::size_t rows)
    {
        m_local.assign(m_texts.size(), Slices::none);
        ColumnValues values;
        values.indices.reserve(rows);
        return values;
    }
    /// Appends a row with the text of this number.
    void choose(ColumnValues& values, std::size_t number)
    {
        auto& local = m_local[m_places[number]];
        if (local == Slices::none) {
            local = static_cast<std::uint32_t>(values.dictionary.size());
            values.dictionary.push_back(m_texts[m_places[number]]);
        }
        values.indices.push_back(local);
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_known;
    std::vector<std::string_view> m_texts; // all different
    std::vector<std::uint32_t> m_places; // index into m_texts, by number
    std::vector<std::uint32_t> m_local; // index into the group's dictionary, by index into m_texts
};

/// Makes the columns of the table. Rows are sorted by kind, then by start. Only the order of the
/// rows is kept in memory; column() makes one column of one row group at a time. A file may have
/// ten million rows.
class TableMaker {
public:
    /// `rowsBefore`: number of rows that the file has already.
    TableMaker(const Profile& profile, std::size_t rowsBefore)
        : m_profile(profile)
        , m_rowsBefore(rowsBefore)
    {
        for (const auto key : { keys::profileId, keys::modelSha256, keys::modelName, keys::device,
                 keys::host, keys::tag })
            m_constants.push_back(clean(profile.metadata.text(key)));
        for (const auto& step : profile.steps)
            addStep(step);
        for (auto* choice : { &m_opTypes, &m_nodes, &m_nodeLists, &m_names, &m_impls })
            choice->add("");
        for (const auto& series : profile.counters)
            m_names.add(clean(profile.text(series.name)));
        for (const auto& track : profile.tracks)
            m_tracks.add(clean(profile.text(track.name)));
        m_tracks.add("");
        for (const auto word : kindWords)
            m_kinds.add(std::string(word));
        for (const auto word : phaseWords)
            m_phases.add(std::string(word));
        m_phases.add("");
        addDeviceWords();
        placeSlices();
        placeCounters();
    }

    std::size_t rows() const { return m_firstRow.back(); }

    ColumnValues column(Column column, std::size_t first, std::size_t last)
    {
        if (column < StartedAtColumn)
            return constant(m_constants[column - ProfileColumn], last - first);
        if (columns[column].type == ColumnType::Text)
            return textColumn(column, first, last);
        return columns[column].type == ColumnType::Number ? numberColumn(column, first, last)
                                                          : integerColumn(column, first, last);
    }

private:
    struct CounterRowPlace {
        std::uint32_t series;
        std::uint32_t index;
    };

    ColumnValues textColumn(Column column, std::size_t first, std::size_t last)
    {
        const auto& slices = m_profile.slices;
        const auto pick = [&](Choice& choice, auto ofSlice, std::size_t ofCounters) {
            return texts(
                choice, first, last, ofSlice, [&](const CounterRowPlace&) { return ofCounters; });
        };
        // The last text is for rows without device work.
        const auto pickOfDevice = [&](Choice& choice, auto ofRow) {
            const auto none = choice.size() - 1;
            const auto ofSlice = [&](std::uint32_t i) {
                const auto row = deviceRow(m_profile, i);
                return row == Slices::none ? none : ofRow(row);
            };
            return pick(choice, ofSlice, none);
        };
        const auto steps = m_profile.steps.size();
        const auto stepOf = [&](std::uint32_t i) { return stepNumber(slices.step[i]); };
        switch (column) {
        case KindColumn:
            return pick(
                m_kinds, [&](std::uint32_t i) { return std::size_t(rowKindOf(slices.kind[i])); },
                CounterRow);
        case PhaseColumn:
            return pick(
                m_phases, [&](std::uint32_t i) { return phaseNumber(i); }, phaseWords.size());
        case TrackColumn:
            return pick(
                m_tracks,
                [&](std::uint32_t i) {
                    return std::min<std::size_t>(slices.track[i], m_profile.tracks.size());
                },
                m_profile.tracks.size());
        case OpTypeColumn:
            return pick(m_opTypes, stepOf, steps);
        case NodeColumn:
            return pick(m_nodes, stepOf, steps);
        case NodesColumn:
            return pick(m_nodeLists, stepOf, steps);
        case ImplColumn:
            return pick(m_impls, stepOf, steps);
        case WorkColumn:
            return pickOfDevice(m_works,
                [&](std::uint32_t row) { return std::size_t(m_profile.device.work[row]); });
        case KernelColumn:
            return pickOfDevice(m_kernels,
                [&](std::uint32_t row) { return m_kernelOfName.at(m_profile.device.name[row]); });
        default:
            return texts(m_names, first, last, stepOf,
                [&](const CounterRowPlace& row) { return steps + 1 + row.series; });
        }
    }

    /// Numbers that steps have are given by step; the last entry is for rows without step.
    ColumnValues numberColumn(Column column, std::size_t first, std::size_t last) const
    {
        if (column == ValueColumn)
            return made(
                &ColumnValues::numbers, first, last, [](std::uint32_t) { return unknown; },
                [&](const CounterRowPlace& row) {
                    return m_profile.counters[row.series].value[row.index];
                });
        const auto index
            = [&](std::uint32_t step) { return static_cast<std::uint32_t>(stepNumber(step)); };
        auto values = made(
            &ColumnValues::indices, first, last,
            [&](std::uint32_t i) { return index(m_profile.slices.step[i]); },
            [&](const CounterRowPlace&) { return index(Slices::none); });
        for (const auto& step : m_profile.steps) {
            const auto amount = column == FlopsColumn ? step.flops : step.bytes;
            values.numbers.push_back(amount ? static_cast<double>(*amount) : unknown);
        }
        values.numbers.push_back(unknown);
        return values;
    }

    ColumnValues integerColumn(Column column, std::size_t first, std::size_t last) const
    {
        if (column == StartedAtColumn) {
            ColumnValues values;
            values.integers.assign(
                last - first, m_profile.metadata.integer(keys::startedAt).value_or(0));
            return values;
        }
        return made(
            &ColumnValues::integers, first, last,
            [&](std::uint32_t i) { return integerOf(column, i); },
            [&](const CounterRowPlace& row) {
                return column == StartColumn ? m_profile.counters[row.series].timeNs[row.index]
                                             : absentInteger(column);
            });
    }

    void addStep(const Step& step)
    {
        m_opTypes.add(clean(m_profile.text(step.opType)));
        m_names.add(clean(m_profile.text(step.label)));
        m_impls.add(clean(m_profile.text(step.implementation)));
        m_nodes.add(step.origins.empty() ? "" : clean(m_profile.text(step.origins.front().label)));
        std::string nodes;
        JsonWriter json(nodes);
        json.beginArray();
        std::size_t bytes = 0;
        for (const auto& origin : step.origins) {
            const auto label = clean(m_profile.text(origin.label));
            bytes += label.size();
            if (bytes < longestNodes)
                json.value(label);
        }
        json.endArray().flush();
        m_nodeLists.add(std::move(nodes));
    }

    /// Adds the texts of the columns `work` and `kernel`. The last entry is for rows without device
    /// work.
    void addDeviceWords()
    {
        for (const auto word : workNames)
            m_works.add(std::string(word));
        m_works.add("");
        for (const auto name : m_profile.device.name)
            if (m_kernelOfName.emplace(name, m_kernelOfName.size()).second)
                m_kernels.add(clean(m_profile.text(name)));
        m_kernels.add("");
    }

    std::int64_t integerOf(Column column, std::uint32_t i) const
    {
        const auto& slices = m_profile.slices;
        const auto* run
            = slices.run[i] < m_profile.runs.size() ? &m_profile.runs[slices.run[i]] : nullptr;
        switch (column) {
        case StartColumn:
            return slices.startNs[i];
        case DurationColumn:
            return slices.durationNs[i];
        case RunColumn:
            return run ? std::int64_t(slices.run[i]) : -1;
        case RoundColumn:
            return run ? std::int64_t(run->round) : 0;
        case SideColumn:
            return run ? std::int64_t(run->side) : 0;
        case StepColumn:
            return slices.step[i] < m_profile.steps.size() ? std::int64_t(slices.step[i]) : -1;
        case CorrelationColumn:
            return slices.correlation.empty() ? 0 : std::int64_t(slices.correlation[i]);
        case ParentColumn:
            return slices.parentOf(i) == Slices::none
                ? -1
                : std::int64_t(m_rowsBefore + m_rowOfSlice[slices.parent[i]]);
        default:
            return deviceNumber(column, i);
        }
    }

    std::int64_t deviceNumber(Column column, std::uint32_t slice) const
    {
        const auto row = deviceRow(m_profile, slice);
        if (row == Slices::none)
            return absentInteger(column);
        const auto* launch = launchOf(m_profile, slice);
        const auto* copy = copyOf(m_profile, slice);
        switch (column) {
        case LaunchColumn:
            return launch || copy ? std::int64_t(m_profile.device.place[row]) : -1;
        case BlocksColumn:
            return launch ? std::bit_cast<std::int64_t>(launch->blocks()) : noInteger;
        case ThreadsPerBlockColumn:
            return launch ? std::bit_cast<std::int64_t>(launch->threadsPerBlock()) : noInteger;
        case RegistersColumn:
            return launch ? std::int64_t(launch->registersPerThread) : noInteger;
        case SharedBytesColumn:
            return launch ? std::bit_cast<std::int64_t>(launch->sharedBytes()) : noInteger;
        case MovedBytesColumn:
            return copy ? std::bit_cast<std::int64_t>(copy->bytes) : noInteger;
        case BusyColumn:
            return busyNsOf(m_profile, slice) < 0 ? noInteger : busyNsOf(m_profile, slice);
        default:
            return m_profile.device.work[row] == DeviceWork::Call
                ? std::bit_cast<std::int32_t>(m_profile.device.place[row])
                : noInteger;
        }
    }

    /// Sorts slices by kind and start, stable. In the profile they are sorted by track and start.
    void placeSlices()
    {
        const auto& slices = m_profile.slices;
        std::array<std::size_t, kindWords.size()> counts {};
        for (const auto kind : slices.kind)
            ++counts[rowKindOf(kind)];
        for (const auto& series : m_profile.counters)
            counts[CounterRow] += series.timeNs.size();
        std::size_t sum = 0;
        for (std::size_t kind = 0; kind < counts.size(); ++kind) {
            m_firstRow[kind] = sum;
            sum += counts[kind];
        }
        m_firstRow.back() = sum;
        // Rows of counters lie between kinds of slices; their elements of m_slices are not used.
        m_slices.resize(sum);
        auto next = m_firstRow;
        for (std::uint32_t i = 0; i < slices.size(); ++i)
            m_slices[next[rowKindOf(slices.kind[i])]++] = i;
        for (std::size_t kind = 0; kind < counts.size(); ++kind)
            if (kind != CounterRow)
                mergePieces(std::span(m_slices).subspan(m_firstRow[kind], counts[kind]),
                    [&](auto a, auto b) { return slices.startNs[a] < slices.startNs[b]; });
        m_rowOfSlice.resize(slices.size());
        for (std::uint32_t row = 0; row < sum; ++row)
            if (row < m_firstRow[CounterRow] || row >= m_firstRow[CounterRow + 1])
                m_rowOfSlice[m_slices[row]] = row;
    }

    void placeCounters()
    {
        for (std::uint32_t s = 0; s < m_profile.counters.size(); ++s)
            for (std::uint32_t i = 0; i < m_profile.counters[s].timeNs.size(); ++i)
                m_counters.push_back({ s, i });
        mergePieces(std::span(m_counters), [&](const auto& a, const auto& b) {
            return m_profile.counters[a.series].timeNs[a.index]
                < m_profile.counters[b.series].timeNs[b.index];
        });
    }

    /// Calls `onSlice(slice)` or `onCounter(place)` for each row from `first` to before `last`.
    template <typename OnSlice, typename OnCounter>
    void forRows(std::size_t first, std::size_t last, OnSlice onSlice, OnCounter onCounter) const
    {
        const auto counters = std::clamp(m_firstRow[CounterRow], first, last);
        const auto after = std::clamp(m_firstRow[CounterRow + 1], first, last);
        for (auto row = first; row < counters; ++row)
            onSlice(m_slices[row]);
        for (auto row = counters; row < after; ++row)
            onCounter(m_counters[row - m_firstRow[CounterRow]]);
        for (auto row = after; row < last; ++row)
            onSlice(m_slices[row]);
    }

    template <typename NumberOfSlice, typename NumberOfCounter>
    ColumnValues texts(Choice& choice, std::size_t first, std::size_t last, NumberOfSlice ofSlice,
        NumberOfCounter ofCounter)
    {
        auto values = choice.begin(last - first);
        forRows(
            first, last, [&](std::uint32_t i) { choice.choose(values, ofSlice(i)); },
            [&](const CounterRowPlace& row) { choice.choose(values, ofCounter(row)); });
        return values;
    }

    std::size_t phaseNumber(std::uint32_t slice) const
    {
        const auto kind = m_profile.slices.kind[slice];
        if (kind == SliceKind::Phase)
            return std::size_t(m_profile.slices.phase[slice]);
        return kind == SliceKind::Step ? std::size_t(engine::Phase::Kernel) : phaseWords.size();
    }

    /// Makes a column with a value of each row in this part of ColumnValues.
    template <typename T, typename OfSlice, typename OfCounter>
    ColumnValues made(std::vector<T> ColumnValues::*part, std::size_t first, std::size_t last,
        OfSlice ofSlice, OfCounter ofCounter) const
    {
        ColumnValues values;
        auto& all = values.*part;
        all.reserve(last - first);
        forRows(
            first, last, [&](std::uint32_t i) { all.push_back(ofSlice(i)); },
            [&](const CounterRowPlace& row) { all.push_back(ofCounter(row)); });
        return values;
    }

    static ColumnValues constant(std::string_view text, std::size_t rows)
    {
        ColumnValues values;
        values.dictionary.assign(1, text);
        values.indices.assign(rows, 0);
        return values;
    }

    std::size_t stepNumber(std::uint32_t step) const
    {
        return std::min<std::size_t>(step, m_profile.steps.size());
    }

    const Profile& m_profile;
    std::size_t m_rowsBefore;
    std::vector<std::string> m_constants;
    Choice m_opTypes, m_nodes, m_nodeLists, m_names, m_impls, m_tracks, m_kinds, m_phases, m_works,
        m_kernels;
    std::unordered_map<StringId, std::size_t> m_kernelOfName;
    std::array<std::size_t, kindWords.size() + 1> m_firstRow {}; // by kind; the last is the end
    std::vector<std::uint32_t> m_slices; // slice by row; rows of counters are not used
    std::vector<CounterRowPlace> m_counters; // by row, counted from the first counter row
    std::vector<std::uint32_t> m_rowOfSlice;
};

} // namespace

KeyValues footerEntries(const Profile& profile, std::size_t firstRun)
{
    KeyValues entries;
    const auto put = [&](std::string_view key, auto write) {
        JsonWriter json(entries[std::string(key)]);
        write(json, profile);
        json.flush();
    };
    entries["opscope.schema"] = "{\"version\":" + std::to_string(schemaVersion)
        + ",\"min_reader\":" + std::to_string(oldestReader) + "}";
    put("opscope.metadata",
        [](JsonWriter& json, const Profile& of) { writeMetadata(json, of.metadata); });
    put("opscope.steps", writeSteps);
    put("opscope.tables", writeTables);
    put(std::string(runsKey) + std::to_string(firstRun), [&](JsonWriter& json, const Profile& of) {
        writeRunDetails(json, std::span(of.runs).subspan(std::min(firstRun, of.runs.size())));
    });
    if (!profile.device.isEmpty())
        put("opscope.device", writeDevice);
    if (profile.processor)
        put("opscope.processor",
            [](JsonWriter& json, const Profile& of) { writeProcessor(json, *of.processor); });
    if (profile.load)
        put("opscope.load", [](JsonWriter& json, const Profile& of) { writeLoad(json, *of.load); });
    return entries;
}

Result<void> appendRows(ParquetWriter& writer, const Profile& profile, const KeyValues& entries,
    const RowsToAppend& rows)
{
    const auto perGroup = std::clamp<std::size_t>(rows.perGroup, 1, rowsPerGroup);
    TableMaker table(profile, writer.rows());
    for (std::size_t first = 0; first < table.rows(); first += perGroup) {
        if (rows.stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        const auto last = std::min(table.rows(), first + perGroup);
        if (rows.progress)
            rows.progress("writing rows", first, table.rows());
        const auto source = [&](std::size_t column) {
            return table.column(static_cast<Column>(column), first, last);
        };
        TRY(writer.addGroup(source, last - first, entries));
    }
    return {};
}

} // namespace profiler::file
