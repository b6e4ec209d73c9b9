#include "profiler/importers/trace_tables.h"

#include "model/support/text.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace profiler {

namespace {

constexpr std::size_t mostTracks = 2000;
constexpr std::uint64_t mostRecords = 100'000'000;

std::string keyOf(std::string_view a, std::string_view b)
{
    return std::string(a) + '\x1f' + std::string(b);
}

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
    if (m_trackKeys.size() == mostTracks)
        return TrackId(mostTracks - 1);
    const bool isLast = m_trackKeys.size() + 1 == mostTracks;
    const auto id = isLast ? m_builder.addTrack("all other threads", "", kind)
                           : m_builder.addTrack(thread, process, kind);
    m_trackKeys.emplace_back(process, thread);
    m_tracks.emplace(key, id);
    if (isLast)
        note("more than " + support::countText(mostTracks)
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

engine::StepId TraceTables::step(const ForeignStep& step)
{
    const auto key = keyOf(step.label, step.opType);
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
    if (step.insertedReason.empty() && !step.label.empty())
        row.origins.push_back({ model::NodeId(), row.label });
    const auto id = m_builder.addStep(std::move(row));
    m_steps.emplace(key, id);
    return id;
}

void TraceTables::add(const SliceRow& row)
{
    m_builder.addSlice(row);
    ++m_records;
}

void TraceTables::addRun(std::int64_t startNs, std::int64_t durationNs)
{
    Run run;
    run.startNs = startNs;
    run.wallNs = durationNs;
    m_builder.profile().runs.push_back(run);
    ++m_records;
}

void TraceTables::addCounter(
    std::string_view name, std::string_view unit, std::int64_t timeNs, double value)
{
    auto& counters = m_builder.profile().counters;
    const auto [place, isNew] = m_counters.try_emplace(std::string(name), counters.size());
    if (isNew)
        counters.push_back({ m_builder.text(name), m_builder.text(unit), {}, {} });
    counters[place->second].timeNs.push_back(timeNs);
    counters[place->second].value.push_back(value);
    ++m_records;
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

/// Times count from the first record on.
void TraceTables::moveToZero()
{
    auto& profile = m_builder.profile();
    auto zero = std::numeric_limits<std::int64_t>::max();
    for (const auto start : profile.slices.startNs)
        zero = std::min(zero, start);
    for (const auto& run : profile.runs)
        zero = std::min(zero, run.startNs);
    for (const auto& series : profile.counters)
        for (const auto time : series.timeNs)
            zero = std::min(zero, time);
    for (auto& start : profile.slices.startNs)
        start -= zero;
    for (auto& run : profile.runs)
        run.startNs -= zero;
    for (auto& series : profile.counters)
        for (auto& time : series.timeNs)
            time -= zero;
}

/// A span belongs to the run in which it begins. Without runs all of the file is one.
void TraceTables::assignRuns()
{
    auto& profile = m_builder.profile();
    auto& slices = profile.slices;
    auto& runs = profile.runs;
    if (runs.empty() && slices.size() > 0) {
        std::int64_t end = 0;
        for (std::size_t i = 0; i < slices.size(); ++i)
            end = std::max(end, slices.endNs(i));
        Run run;
        run.wallNs = end;
        runs.push_back(run);
    }
    std::ranges::stable_sort(runs, {}, &Run::startNs);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto next = std::ranges::upper_bound(runs, slices.startNs[i], {}, &Run::startNs);
        if (next == runs.begin())
            continue;
        const auto run = next - runs.begin() - 1;
        const auto& row = runs[static_cast<std::size_t>(run)];
        if (slices.startNs[i] <= row.startNs + row.wallNs)
            slices.run.set(i, static_cast<std::uint32_t>(run));
    }
    const auto track = m_builder.addTrack("runs", "", TrackKind::Run);
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
        runs[i].number = i + 1;
        SliceRow row;
        row.startNs = runs[i].startNs;
        row.durationNs = runs[i].wallNs;
        row.run = i;
        row.track = track;
        row.kind = SliceKind::Run;
        m_builder.addSlice(row);
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
    if (m_records > mostRecords)
        return support::failAs(support::ErrorKind::Resource, "the profile has ",
            support::countText(m_records), " records, ", support::countText(mostRecords),
            " are possible");
    auto& metadata = m_builder.profile().metadata;
    metadata.set("profile.imported_records", static_cast<std::int64_t>(m_records));
    moveToZero();
    nameTracks();
    assignRuns();
    sortCounters();
    countProblems();
    metadata.set(keys::runs, static_cast<std::int64_t>(m_builder.profile().runs.size()));
    return std::move(m_builder).build();
}

} // namespace profiler
