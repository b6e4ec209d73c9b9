#include "ui/timeline/timeline_lanes.h"

#include "ui/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

using Lane = TimelineLane;
using profiler::RowKind;

constexpr int groupHeight = 22;
constexpr int rowHeight = 20;
constexpr int compactRowHeight = 14;
constexpr int markHeight = 18;
constexpr int memoryHeight = 48;

QString tr(const char* text, int count = -1)
{
    return QCoreApplication::translate("Timeline", text, nullptr, count);
}

/// `2 threads · 0 records dropped`, whatever the group has.
QString noteOf(const profiler::Timeline& timeline, std::string_view group)
{
    const auto isOuter = [&](const profiler::TimelineRow& row) {
        return row.kind != RowKind::Runs && row.group == group && row.depth == 0;
    };
    const auto rows = static_cast<int>(std::ranges::count_if(timeline.rows(), isOuter));
    const bool isDevice = std::ranges::any_of(timeline.rows(),
        [&](const auto& row) { return isOuter(row) && row.kind == RowKind::Device; });
    const auto& losses = timeline.profile().losses;
    return (isDevice ? tr("%n stream(s)", rows) : tr("%n thread(s)", rows))
        + QStringLiteral("  ·  ")
        + tr("%n record(s) dropped", static_cast<int>(losses.dropped + losses.unbalanced));
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
                lanes.add({ Lane::Kind::Spans, i, 0, spanHeight, plain(rows[i].label), {}, false });
        }
    }
    for (std::size_t level = 0; level < sources.scopes.size(); ++level)
        lanes.add({ Lane::Kind::Scope, level, 0, spanHeight, level == 0 ? tr("scope") : QString(),
            {}, false });
    if (sources.hasMemory)
        lanes.add({ Lane::Kind::Memory, 0, 0, memoryHeight, tr("live memory"), {}, false });
    return lanes.take();
}

} // namespace ui
