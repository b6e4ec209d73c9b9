#include "profiler/importers/trace_tables.h"

#include "model/support/text.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace profiler {

namespace {

constexpr std::size_t maxTracks = 2000;
constexpr std::uint64_t maxRecords = 100'000'000;
constexpr std::int64_t coarsestClockNs = 1000; // rounded runs may overlap by this much

std::string keyOf(std::string_view a, std::string_view b)
{
    return std::string(a) + '\x1f' + std::string(b);
}

/// Finds the runs that contain a time. Runs are sorted by start and may overlap.
class RunsInTime {
public:
    explicit RunsInTime(const std::vector<Run>& runs)
        : m_runs(runs)
    {
        struct Border {
            std::int64_t timeNs;
            std::int64_t change; // 1: a run begins, -1: it has ended
            std::uint32_t run;
        };
        std::vector<Border> borders;
        for (std::uint32_t i = 0; i < runs.size(); ++i) {
            auto end = runs[i].startNs + std::max<std::int64_t>(1, runs[i].wallNs);
            if (i + 1 < runs.size() && end - runs[i + 1].startNs <= coarsestClockNs)
                end = std::min(end, std::max(runs[i].startNs + 1, runs[i + 1].startNs));
            borders.push_back({ runs[i].startNs, 1, i });
            borders.push_back({ end, -1, i });
        }
        std::ranges::stable_sort(borders, {}, &Border::timeNs);
        std::vector<bool> overlaps(runs.size());
        std::int64_t count = 0;
        std::uint64_t sum = 0; // sum of the indices of open runs: the index itself if one is open
        for (std::size_t i = 0; i < borders.size(); ++i) {
            count += borders[i].change;
            sum += static_cast<std::uint64_t>(borders[i].change) * borders[i].run;
            if (i + 1 < borders.size() && borders[i + 1].timeNs == borders[i].timeNs)
                continue;
            m_spans.push_back({ borders[i].timeNs, static_cast<std::uint32_t>(count),
                count == 1 ? static_cast<std::uint32_t>(sum) : Slices::none });
        }
        std::int64_t end = 0; // times are not negative (moveToZero)
        for (std::size_t i = 0, last = 0; i < runs.size(); ++i) {
            if (end - runs[i].startNs > coarsestClockNs && runs[i].wallNs > 0)
                overlaps[i] = overlaps[last] = true;
            if (runs[i].startNs + runs[i].wallNs > end) {
                end = runs[i].startNs + runs[i].wallNs;
                last = i;
            }
        }
        m_overlapping = static_cast<std::uint64_t>(std::ranges::count(overlaps, true));
    }

    struct Found {
        std::uint32_t count = 0;
        std::uint32_t run = Slices::none; ///< only if `count` is 1
    };
    /// The runs that contain a time. The end of a run still belongs to it.
    Found at(std::int64_t timeNs) const
    {
        const auto next = std::ranges::upper_bound(m_spans, timeNs, {}, &Span::fromNs);
        if (next == m_spans.begin())
            return {};
        const auto& span = *std::prev(next);
        if (span.count > 0 || span.fromNs != timeNs || std::prev(next) == m_spans.begin())
            return { span.count, span.run };
        return { 1, std::prev(next, 2)->run };
    }

    /// The run of `among` that began last before a time, if it contains the time; else none.
    std::uint32_t lastAt(std::int64_t timeNs, const std::vector<std::uint32_t>& among) const
    {
        const auto next = std::ranges::upper_bound(
            among, timeNs, {}, [this](std::uint32_t run) { return m_runs[run].startNs; });
        if (next == among.begin())
            return Slices::none;
        const auto run = *std::prev(next);
        return timeNs <= m_runs[run].startNs + m_runs[run].wallNs ? run : Slices::none;
    }

    /// Number of runs that overlap another one.
    std::uint64_t overlapping() const { return m_overlapping; }

private:
    struct Span {
        std::int64_t fromNs;
        std::uint32_t count;
        std::uint32_t run;
    };
    const std::vector<Run>& m_runs;
    std::vector<Span> m_spans; // each reaches up to the next one
    std::uint64_t m_overlapping = 0;
};

} // namespace

TraceTables::TraceTables(std::string_view importer)
{
    m_builder.profile().metadata.set(keys::importer, importer);
}

TrackId TraceTables::track(std::string_view process, std::string_view thread, TrackKind kind)
{
    const auto key = keyOf(process, thread);
    if (const auto found = m_tracks.find(key); found != m_tracks.end())
        return found->second;
    if (m_trackKeys.size() == maxTracks)
        return TrackId(maxTracks - 1);
    const bool isLast = m_trackKeys.size() + 1 == maxTracks;
    const auto id = isLast ? m_builder.addTrack("all other threads", "", kind)
                           : m_builder.addTrack(thread, process, kind);
    m_trackKeys.emplace_back(process, thread);
    m_tracks.emplace(key, id);
    if (isLast)
        note("more than " + support::countText(maxTracks)
            + " threads: the others are shown on one track");
    return id;
}

void TraceTables::nameProcess(std::string_view process, std::string_view name)
{
    m_processNames.insert_or_assign(std::string(process), std::string(name));
}

void TraceTables::nameThread(
    std::string_view process, std::string_view thread, std::string_view name)
{
    m_threadNames.insert_or_assign(keyOf(process, thread), std::string(name));
}

engine::StepId TraceTables::stepOf(const ImportedStep& step)
{
    const auto key = keyOf(keyOf(step.label, step.opType), step.identity);
    if (const auto found = m_steps.find(key); found != m_steps.end())
        return found->second;
    Step row;
    row.label = m_builder.text(step.label);
    row.opType = m_builder.text(step.opType);
    row.domain = m_builder.text("");
    row.implementation = m_builder.text(step.implementation);
    row.tier = m_builder.text("");
    row.device = m_builder.text(step.device);
    row.inputTypes = m_builder.text("");
    row.outputTypes = m_builder.text("");
    row.refusals = m_builder.text("");
    row.insertedReason = m_builder.text(step.insertedReason);
    row.body = m_builder.text("");
    row.kind = step.kind;
    row.flops = step.flops;
    row.bytes = step.bytes;
    for (const auto node : step.nodes)
        row.origins.push_back({ model::NodeId(), m_builder.text(node) });
    if (row.origins.empty() && step.insertedReason.empty() && !step.label.empty())
        row.origins.push_back({ model::NodeId(), row.label });
    const auto id = m_builder.addStep(std::move(row));
    m_steps.emplace(key, id);
    return id;
}

// Records beyond maxRecords are only counted: build() fails, and until then they take no memory.

void TraceTables::add(SliceRow row, const ImportedStep& step)
{
    row.step = stepOf(step).value();
    if (m_records++ < maxRecords)
        m_builder.addSlice(row);
}

std::uint32_t TraceTables::addRun(const Run& run, std::optional<TrackId> track)
{
    const auto place = static_cast<std::uint32_t>(m_runs.size());
    if (m_records++ < maxRecords)
        m_runs.push_back({ run, track, place });
    return place;
}

void TraceTables::addCounter(
    std::string_view name, std::string_view unit, std::int64_t timeNs, double value)
{
    if (m_records++ >= maxRecords)
        return;
    auto& counters = m_builder.profile().counters;
    const auto [place, isNew] = m_counters.try_emplace(std::string(name), counters.size());
    if (isNew)
        counters.push_back({ m_builder.text(name), m_builder.text(unit), {}, {} });
    counters[place->second].timeNs.push_back(timeNs);
    counters[place->second].value.push_back(value);
}

void TraceTables::note(std::string message, std::string advice)
{
    m_builder.profile().diagnostics.push_back({ support::Severity::Warning, "profile-import", {},
        std::move(message), std::move(advice) });
}

void TraceTables::endsEarly(std::string_view why)
{
    m_builder.profile().diagnostics.push_back({ support::Severity::Warning, "profile-cut", {},
        "the file ends early (" + std::string(why) + "), "
            + support::countOf(m_records, "record was", "records were") + " read",
        "" });
}

/// Moves all times, so that the first record is at 0.
void TraceTables::moveToZero()
{
    auto& profile = m_builder.profile();
    auto zero = std::numeric_limits<std::int64_t>::max();
    for (const auto start : profile.slices.startNs)
        zero = std::min(zero, start);
    for (const auto& row : m_runs)
        zero = std::min(zero, row.run.startNs);
    for (const auto& series : profile.counters)
        for (const auto time : series.timeNs)
            zero = std::min(zero, time);
    for (auto& start : profile.slices.startNs)
        start -= zero;
    for (auto& row : m_runs)
        row.run.startNs -= zero;
    for (auto& series : profile.counters)
        for (auto& time : series.timeNs)
            time -= zero;
}

/// Sorts runs by start. A file without runs gets one run that contains everything.
void TraceTables::sortRuns()
{
    const auto& slices = m_builder.profile().slices;
    if (m_runs.empty() && slices.size() > 0) {
        ImportedRun row;
        for (std::size_t i = 0; i < slices.size(); ++i)
            row.run.wallNs = std::max(row.run.wallNs, slices.endNs(i));
        m_runs.push_back(row);
    }
    std::ranges::stable_sort(m_runs, {}, [](const ImportedRun& row) { return row.run.startNs; });
    for (const auto& row : m_runs)
        m_builder.profile().runs.push_back(row.run);
}

void TraceTables::assignRuns()
{
    auto& slices = m_builder.profile().slices;
    std::vector<std::uint32_t> placeOf(m_runs.size()); // index of a run, by ImportedRun::place
    std::unordered_map<TrackId, std::vector<std::uint32_t>> ofTrack;
    for (std::uint32_t i = 0; i < m_runs.size(); ++i) {
        placeOf[m_runs[i].place] = i;
        if (m_runs[i].track)
            ofTrack[*m_runs[i].track].push_back(i);
    }
    const RunsInTime runs(m_builder.profile().runs);
    std::uint64_t untold = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (const auto number = slices.run[i]; number < placeOf.size()) {
            slices.run.set(i, placeOf[number]);
            continue;
        }
        const auto own = ofTrack.find(TrackId(std::uint32_t(slices.track[i])));
        auto place
            = own == ofTrack.end() ? Slices::none : runs.lastAt(slices.startNs[i], own->second);
        if (place == Slices::none) {
            const auto found = runs.at(slices.startNs[i]);
            place = found.run;
            untold += found.count > 1 ? 1 : 0;
        }
        if (place != Slices::none)
            slices.run.set(i, place);
    }
    if (runs.overlapping() == 0)
        return;
    note(support::countOf(runs.overlapping(), "run goes on", "runs go on")
        + " while others do: what began on the thread of a run belongs to it"
        + (untold == 0
                ? ""
                : ", " + support::countOf(untold, "span", "spans") + " on other threads to none"));
}

void TraceTables::addRunSlices()
{
    auto& runs = m_builder.profile().runs;
    const auto track = m_builder.addTrack("runs", "", TrackKind::Run);
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
        if (runs[i].number == 0)
            runs[i].number = i + 1;
        m_builder.addSlice(runRow(runs[i], i, track));
    }
}

void TraceTables::nameTracks()
{
    auto& tracks = m_builder.profile().tracks;
    for (std::size_t i = 0; i < m_trackKeys.size() && i < tracks.size(); ++i) {
        const auto& [process, thread] = m_trackKeys[i];
        if (const auto found = m_threadNames.find(keyOf(process, thread));
            found != m_threadNames.end())
            tracks[i].name = m_builder.text(found->second + " (" + thread + ")");
        if (const auto found = m_processNames.find(process); found != m_processNames.end())
            tracks[i].process = m_builder.text(found->second);
    }
}

void TraceTables::sortCounters()
{
    for (auto& series : m_builder.profile().counters) {
        if (std::ranges::is_sorted(series.timeNs))
            continue;
        std::vector<std::size_t> order(series.timeNs.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.timeNs[i]; });
        auto sorted = series;
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.timeNs[i] = series.timeNs[order[i]];
            sorted.value[i] = series.value[order[i]];
        }
        series = std::move(sorted);
    }
}

void TraceTables::countProblems()
{
    for (const auto& [what, count] : m_lost) {
        note(support::countOf(count, "record was", "records were")
            + " left out: " + support::sanitise(what));
        m_builder.profile().losses.unbalanced += count;
    }
    for (const auto& [what, count] : m_skipped)
        m_builder.profile().diagnostics.push_back({ support::Severity::Note, "profile-import", {},
            support::countOf(count, "record is", "records are")
                + " not shown: " + support::sanitise(what),
            "" });
}

support::Result<std::shared_ptr<const Profile>> TraceTables::build() &&
{
    if (m_records > maxRecords)
        return support::failAs(support::ErrorKind::Resource, "the profile has ",
            support::countText(m_records), " records, ", support::countText(maxRecords),
            " are possible");
    auto& metadata = m_builder.profile().metadata;
    metadata.set("profile.imported_records", static_cast<std::int64_t>(m_records));
    moveToZero();
    nameTracks();
    sortRuns();
    assignRuns();
    addRunSlices();
    sortCounters();
    countProblems();
    metadata.set(keys::runs, static_cast<std::int64_t>(m_builder.profile().runs.size()));
    return std::move(m_builder).build();
}

} // namespace profiler
