#include "profiler/file/profile_file.h"

#include "model/support/text.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_json.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace profiler {

using namespace file;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t longestText
    = 100'000; // bytes; a name beyond is cut in the table, whole in the footer
constexpr std::size_t longestNodes = 1'000'000; // bytes of the list of a step's nodes
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

RowKind rowKindOf(SliceKind kind)
{
    switch (kind) {
    case SliceKind::Run:
        return RunRow;
    case SliceKind::Step:
        return OpRow;
    case SliceKind::Phase:
        return PhaseRow;
    case SliceKind::Gpu:
        return GpuRow;
    case SliceKind::Drop:
        return DropRow;
    case SliceKind::Note:
        break;
    }
    return NoteRow;
}

/// What a step puts into the text columns of its rows.
struct StepTexts {
    std::string opType;
    std::string node;
    std::string nodes;
    std::string name;
    std::string impl;
};

/// Parquet's texts are UTF-8, a model's names may be anything of any length.
std::string clean(std::string_view text)
{
    auto valid = support::validUtf8(text.substr(0, longestText));
    if (text.size() > longestText)
        valid += "…";
    return valid;
}

/// A row of the table: a slice or a counter's value.
struct RowPlace {
    RowKind kind;
    std::uint32_t index; ///< slice, or position in its series
    std::uint32_t series = 0;
};

/// Texts of a column in one group. Each text comes from a numbered set (steps, tracks, words), so
/// that a row costs an array look-up.
class TextColumn {
public:
    void reset(std::size_t setSize)
    {
        m_indexOf.assign(setSize, Slices::none);
        m_known.clear();
    }

    void add(ColumnValues& values, std::size_t number, std::string_view text)
    {
        auto& index = m_indexOf[number];
        if (index == Slices::none) {
            const auto [place, isNew]
                = m_known.emplace(text, static_cast<std::uint32_t>(values.dictionary.size()));
            if (isNew)
                values.dictionary.push_back(text);
            index = place->second;
        }
        values.indices.push_back(index);
    }

private:
    std::vector<std::uint32_t> m_indexOf; // by number in the set
    std::unordered_map<std::string_view, std::uint32_t> m_known;
};

class TableMaker {
public:
    explicit TableMaker(const Profile& profile)
        : m_profile(profile)
    {
        for (const auto& step : profile.steps)
            m_steps.push_back(textsOf(step));
        placeRows();
        for (const auto key : { keys::profileId, keys::modelSha256, keys::modelName, keys::device,
                 keys::host, keys::tag })
            m_constants.push_back(clean(profile.metadata.text(key)));
        for (const auto& track : profile.tracks)
            m_tracks.push_back(clean(profile.text(track.name)));
        for (const auto& series : profile.counters)
            m_series.push_back(clean(profile.text(series.name)));
    }

    std::size_t rows() const { return m_rows.size(); }

    std::vector<ColumnValues> group(std::size_t first, std::size_t last)
    {
        m_values.assign(columns.size(), {});
        m_texts.resize(columns.size());
        for (auto& column : m_texts)
            column.reset(std::max({ m_steps.size() + 1 + m_series.size(), m_tracks.size() + 1,
                phaseWords.size() + 1, kindWords.size() }));
        for (auto i = first; i < last; ++i)
            addRow(m_rows[i]);
        for (std::size_t i = 0; i < m_constants.size(); ++i) {
            auto& values = m_values[ProfileColumn + i];
            values.dictionary.assign(1, m_constants[i]);
            values.indices.assign(last - first, 0);
        }
        m_values[StartedAtColumn].integers.assign(
            last - first, m_profile.metadata.integer(keys::startedAt).value_or(0));
        return std::move(m_values);
    }

    KeyValues keyValues() const
    {
        KeyValues entries;
        entries["opscope.schema"] = R"({"version":1,"min_reader":1})";
        write(entries["opscope.metadata"],
            [&](JsonWriter& json) { writeMetadata(json, m_profile.metadata); });
        write(entries["opscope.steps"], [&](JsonWriter& json) { writeSteps(json, m_profile); });
        write(entries["opscope.tables"], [&](JsonWriter& json) { writeTables(json, m_profile); });
        return entries;
    }

private:
    template <typename Write>
    static void write(std::string& text, Write content)
    {
        JsonWriter json(text);
        content(json);
    }

    StepTexts textsOf(const Step& step) const
    {
        StepTexts texts;
        texts.opType = clean(m_profile.text(step.opType));
        texts.name = clean(m_profile.text(step.label));
        texts.impl = clean(m_profile.text(step.implementation));
        if (!step.origins.empty())
            texts.node = clean(m_profile.text(step.origins.front().label));
        JsonWriter json(texts.nodes);
        json.beginArray();
        std::size_t bytes = 0;
        for (const auto& origin : step.origins) {
            const auto label = clean(m_profile.text(origin.label));
            bytes += label.size();
            if (bytes < longestNodes)
                json.value(label);
        }
        json.endArray();
        json.flush();
        return texts;
    }

    void placeRows()
    {
        const auto& slices = m_profile.slices;
        for (std::uint32_t i = 0; i < slices.size(); ++i)
            m_rows.push_back({ rowKindOf(slices.kind[i]), i });
        for (std::uint32_t s = 0; s < m_profile.counters.size(); ++s)
            for (std::uint32_t i = 0; i < m_profile.counters[s].timeNs.size(); ++i)
                m_rows.push_back({ CounterRow, i, s });
        std::ranges::stable_sort(
            m_rows, {}, [&](const RowPlace& row) { return std::pair(row.kind, startOf(row)); });
        m_rowOfSlice.resize(slices.size());
        for (std::uint32_t row = 0; row < m_rows.size(); ++row)
            if (m_rows[row].kind != CounterRow)
                m_rowOfSlice[m_rows[row].index] = row;
    }

    std::int64_t startOf(const RowPlace& row) const
    {
        return row.kind == CounterRow ? m_profile.counters[row.series].timeNs[row.index]
                                      : m_profile.slices.startNs[row.index];
    }

    /// `number` tells texts of the same column apart.
    void text(Column column, std::size_t number, std::string_view content)
    {
        m_texts[column].add(m_values[column], number, content);
    }
    void integer(Column column, std::int64_t content)
    {
        m_values[column].integers.push_back(content);
    }
    void number(Column column, double content) { m_values[column].numbers.push_back(content); }

    void addRow(const RowPlace& row)
    {
        text(KindColumn, row.kind, kindWords[row.kind]);
        integer(StartColumn, startOf(row));
        if (row.kind == CounterRow)
            addCounter(row);
        else
            addSlice(row);
    }

    void addCounter(const RowPlace& row)
    {
        const auto& series = m_profile.counters[row.series];
        addRun(Slices::none);
        addStep(Slices::none);
        addPhase({});
        addTrack(Slices::none);
        text(NameColumn, m_steps.size() + 1 + row.series, m_series[row.series]);
        integer(DurationColumn, 0);
        integer(CorrelationColumn, 0);
        integer(ParentColumn, -1);
        number(ValueColumn, series.value[row.index]);
    }

    void addSlice(const RowPlace& row)
    {
        const auto& slices = m_profile.slices;
        const auto i = row.index;
        addRun(slices.run[i]);
        addStep(slices.step[i]);
        text(NameColumn, stepNumber(slices.step[i]), stepTexts(slices.step[i]).name);
        if (row.kind == PhaseRow)
            addPhase(slices.phase[i]);
        else
            addPhase(row.kind == OpRow ? std::optional(engine::Phase::Kernel) : std::nullopt);
        addTrack(slices.track[i]);
        integer(DurationColumn, slices.durationNs[i]);
        integer(CorrelationColumn, slices.correlation.empty() ? 0 : slices.correlation[i]);
        integer(ParentColumn,
            slices.parent[i] == Slices::none
                ? -1
                : static_cast<std::int64_t>(m_rowOfSlice[slices.parent[i]]));
        number(ValueColumn, 0);
    }

    void addRun(std::uint32_t run)
    {
        const bool isKnown = run < m_profile.runs.size();
        integer(RunColumn, isKnown ? static_cast<std::int64_t>(run) : -1);
        integer(RoundColumn, isKnown ? m_profile.runs[run].round : 0);
        integer(SideColumn, isKnown ? static_cast<std::int64_t>(m_profile.runs[run].side) : 0);
    }

    void addPhase(std::optional<engine::Phase> phase)
    {
        const auto number = phase ? static_cast<std::size_t>(*phase) : phaseWords.size();
        text(PhaseColumn, number, phase ? phaseWords[number] : "");
    }

    void addTrack(std::uint32_t track)
    {
        const bool isKnown = track < m_tracks.size();
        text(TrackColumn, isKnown ? track : m_tracks.size(),
            isKnown ? std::string_view(m_tracks[track]) : "");
    }

    const StepTexts& stepTexts(std::uint32_t step) const
    {
        static const StepTexts nothing;
        return step < m_steps.size() ? m_steps[step] : nothing;
    }
    std::size_t stepNumber(std::uint32_t step) const
    {
        return std::min<std::size_t>(step, m_steps.size());
    }

    /// All columns of a step but its name.
    void addStep(std::uint32_t step)
    {
        const bool isKnown = step < m_steps.size();
        const auto place = stepNumber(step);
        const auto& texts = stepTexts(step);
        text(OpTypeColumn, place, texts.opType);
        text(NodeColumn, place, texts.node);
        text(NodesColumn, place, texts.nodes);
        text(ImplColumn, place, texts.impl);
        integer(StepColumn, isKnown ? static_cast<std::int64_t>(step) : -1);
        const auto work = [&](const std::optional<std::uint64_t>& known) {
            return known ? static_cast<double>(*known) : unknown;
        };
        number(FlopsColumn, isKnown ? work(m_profile.steps[step].flops) : 0);
        number(BytesColumn, isKnown ? work(m_profile.steps[step].bytes) : 0);
    }

    const Profile& m_profile;
    std::vector<StepTexts> m_steps;
    std::vector<std::string> m_constants;
    std::vector<std::string> m_tracks;
    std::vector<std::string> m_series;
    std::vector<RowPlace> m_rows;
    std::vector<std::uint32_t> m_rowOfSlice;
    std::vector<ColumnValues> m_values;
    std::vector<TextColumn> m_texts;
};

} // namespace

Result<void> writeProfileFile(const std::filesystem::path& path, const Profile& profile,
    const ProfileFileOptions& options, std::stop_token stop, const support::Progress& progress)
{
    const auto perGroup = std::clamp<std::size_t>(options.rowsPerGroup, 1, rowsPerGroup);
    TableMaker table(profile);
    auto writer = TRY(ParquetWriter::create(path, columns));
    const auto entries = table.keyValues();
    for (std::size_t first = 0; first < table.rows(); first += perGroup) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped; ", path.string(), " was not written");
        const auto last = std::min(table.rows(), first + perGroup);
        if (progress)
            progress("writing rows", first, table.rows());
        TRY(writer.addGroup(table.group(first, last), last - first, entries));
    }
    return writer.finish(entries);
}

} // namespace profiler
