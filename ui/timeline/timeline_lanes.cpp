#include "ui/timeline/timeline_lanes.h"

#include "profiler/counters/count_runs.h"
#include "profiler/counters/processor_places.h"
#include "profiler/device/device_record.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

using Lane = TimelineLane;
using profiler::RowKind;
using profiler::TrackKind;

constexpr int groupHeight = 22;
constexpr int rowHeight = 20;
constexpr int compactRowHeight = 14;
constexpr int markHeight = 18;
constexpr int memoryHeight = 48;
constexpr int counterHeight = 34;
constexpr int compactCounterHeight = 24;
constexpr std::string_view deviceCounter = "GPU "; // prefix of device counters' names

/// The note of a group: `2 threads · 0 records dropped`. For a device: the streams, and how well
/// its clock was synchronised.
QString noteOf(const profiler::Timeline& timeline, std::string_view group)
{
    const auto& profile = timeline.profile();
    int streams = 0;
    int threads = 0;
    for (const auto& row : timeline.rows()) {
        if (row.kind == RowKind::Runs || row.group != group || row.depth != 0)
            continue;
        const auto kind = profile.tracks[row.track.value()].kind;
        streams += kind == TrackKind::Stream || kind == TrackKind::Copy ? 1 : 0;
        threads += row.kind != RowKind::Device ? 1 : 0;
    }
    QStringList parts { streams > 0 ? tr("%n stream(s)", nullptr, streams)
                                    : tr("%n thread(s)", nullptr, threads) };
    const auto& record = profile.device.record;
    if (streams > 0 && record != nullptr) {
        parts.append(sentencesText(profiler::clockSentences(record->clock), QStringLiteral("; ")));
        const auto lost = sentencesText(profiler::lossSentences(record->losses));
        parts.append(lost.isEmpty() ? tr("0 records dropped") : lost);
    } else {
        const auto& losses = profile.losses;
        parts.append(tr(
            "%n record(s) dropped", nullptr, static_cast<int>(losses.dropped + losses.unbalanced)));
    }
    return parts.join(QStringLiteral("  ·  "));
}

/// The name of a track. Names that we record ourselves are translated, those of other tools are
/// not.
QString trackName(std::string_view name)
{
    static constexpr const char* numbered[] { QT_TR_NOOP("stream %1"), QT_TR_NOOP("worker %1") };
    static constexpr const char* whole[] { QT_TR_NOOP("runs"), QT_TR_NOOP("CPU main"),
        QT_TR_NOOP("lost records"), QT_TR_NOOP("all other threads") };
    const auto space = name.rfind(' ');
    const bool isNumbered = space != std::string_view::npos
        && name.find_first_not_of("0123456789", space + 1) == std::string_view::npos;
    for (const std::string_view pattern : numbered)
        if (isNumbered && pattern.substr(0, pattern.size() - 2) == name.substr(0, space + 1))
            return tr(pattern.data()).arg(plain(name.substr(space + 1)));
    for (const std::string_view known : whole)
        if (name == known)
            return tr(known.data());
    return plain(name);
}

/// The label of a row, short enough for the label column.
QString labelOf(const profiler::Timeline& timeline, const profiler::TimelineRow& row)
{
    if (row.label.empty())
        return {};
    switch (timeline.profile().tracks[row.track.value()].kind) {
    case TrackKind::Operators:
        return tr("operators");
    case TrackKind::Calls:
        return tr("calls");
    case TrackKind::Waits:
        return tr("waits");
    case TrackKind::Overhead:
        return tr("overhead");
    default:
        return trackName(row.label);
    }
}

/// The label of a device counter without the prefix "GPU ", which the group's heading has.
QString counterLabel(std::string_view name)
{
    return plain(name.substr(std::min(name.size(), deviceCounter.size())));
}

/// The group of the counters: the last device, because a profile does not contain the device of a
/// counter.
std::string_view lastDevice(const std::vector<std::string_view>& groups)
{
    std::string_view found;
    for (const auto group : groups)
        found = group.starts_with(deviceCounter) ? group : found;
    return found;
}

/// The group of the processor's threads: the first that is not a device's.
std::string_view groupOfProcessor(const std::vector<std::string_view>& groups)
{
    const auto found = std::ranges::find_if(
        groups, [](std::string_view group) { return !group.starts_with(deviceCounter); });
    return found != groups.end() ? *found : std::string_view();
}

class Lanes {
public:
    void add(Lane lane)
    {
        lane.top = m_bottom;
        m_bottom += lane.height;
        m_lanes.push_back(std::move(lane));
    }
    std::vector<Lane> take() { return std::move(m_lanes); }

private:
    std::vector<Lane> m_lanes;
    int m_bottom = 0;
};

/// Where each thread ran, and what was not counted with the reason.
QString processorFacts(const profiler::Profile& profile)
{
    QStringList facts;
    for (const auto& line : profiler::placeSentences(*profile.processor))
        facts.append(sentencesText(line));
    for (const auto& missing : profile.conditions)
        if (profile.text(missing.name).starts_with(profiler::missingCounterPrefix))
            facts.append(plain(profile.text(missing.name)) + QStringLiteral(": ")
                + plain(profile.text(missing.reason)));
    return facts.join(u'\n');
}

void addProcessor(Lanes& lanes, const LaneSources& sources)
{
    if (sources.processor.empty())
        return;
    const auto name = tr("CPU counters");
    const bool isFolded = sources.foldedGroups.contains(name);
    const auto& record = *sources.timeline.profile().processor;
    lanes.add({ Lane::Kind::Group, 0, 0, groupHeight, name,
        sentencesText(profiler::countingSentences(record), QStringLiteral("; ")), isFolded,
        processorFacts(sources.timeline.profile()) });
    for (std::size_t i = 0; i < sources.processor.size() && !isFolded; ++i)
        lanes.add(
            { Lane::Kind::Processor, i, 0, sources.isCompact ? compactCounterHeight : counterHeight,
                plain(sources.processor[i].figure.title), {}, false });
}

} // namespace

std::vector<TimelineLane> lanesOf(const LaneSources& sources)
{
    const int spanHeight = sources.isCompact ? compactRowHeight : rowHeight;
    const auto& rows = sources.timeline.rows();
    Lanes lanes;
    if (sources.hasMarks)
        lanes.add({ Lane::Kind::Marks, 0, 0, markHeight, tr("marks"), {}, false });
    std::vector<std::string_view> groups;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].kind == RowKind::Runs)
            lanes.add({ Lane::Kind::Spans, i, 0, spanHeight, plain(rows[i].label), {}, false });
        else if (std::ranges::find(groups, rows[i].group) == groups.end())
            groups.push_back(rows[i].group);
    }
    for (const auto group : groups) {
        const auto name = plain(group);
        const bool isFolded = sources.foldedGroups.contains(name);
        if (!name.isEmpty())
            lanes.add({ Lane::Kind::Group, 0, 0, groupHeight, name, noteOf(sources.timeline, group),
                isFolded });
        for (std::size_t i = 0; i < rows.size() && !isFolded; ++i) {
            if (rows[i].kind != RowKind::Runs && rows[i].group == group)
                lanes.add({ Lane::Kind::Spans, i, 0, spanHeight, labelOf(sources.timeline, rows[i]),
                    {}, false });
        }
        const auto& counters = sources.timeline.profile().counters;
        const bool isLastDevice = group == lastDevice(groups);
        for (std::size_t i = 0; i < counters.size() && isLastDevice && !isFolded; ++i) {
            const auto counter = sources.timeline.profile().text(counters[i].name);
            if (counter.starts_with(deviceCounter) && !counters[i].value.empty())
                lanes.add({ Lane::Kind::Counter, i, 0,
                    sources.isCompact ? compactCounterHeight : counterHeight, counterLabel(counter),
                    {}, false });
        }
        if (group == groupOfProcessor(groups) && !isFolded)
            addProcessor(lanes, sources);
    }
    for (std::size_t level = 0; level < sources.scopes.size(); ++level)
        lanes.add({ Lane::Kind::Scope, level, 0, spanHeight, level == 0 ? tr("scope") : QString(),
            {}, false });
    if (sources.hasMemory)
        lanes.add({ Lane::Kind::Memory, 0, 0, memoryHeight, tr("live memory"), {}, false });
    return lanes.take();
}

} // namespace ui
