#include "ui/document/document.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>

/// The parts of the timeline for assistive tools.
namespace ui {

const std::vector<TimelineView::Part>& TimelineView::parts() const
{
    const PartsOf wanted { m_timeline.get(), m_geometry.visible, size(), m_geometry.scroll,
        m_geometry.lanes.size(), m_geometry.contentHeight() };
    if (wanted == m_partsOf)
        return m_parts;
    m_partsOf = wanted;
    m_parts.clear();
    for (const auto& lane : m_geometry.lanes) {
        const double top = m_geometry.yOf(lane);
        const bool isInView = top + lane.height > TimelineGeometry::rulerHeight && top < height();
        if (m_timeline == nullptr || lane.kind != TimelineLane::Kind::Spans || !isInView)
            continue;
        const auto& row = m_timeline->rows()[lane.index];
        for (const auto& bar : m_timeline->bars(row, m_geometry.visible, m_geometry.plotWidth()))
            m_parts.push_back({ lane.index, bar,
                QRectF(TimelineGeometry::labelWidth + bar.x, top, bar.width, lane.height) });
    }
    return m_parts;
}

QString TimelineView::partText(int part) const
{
    const auto& shown = parts()[static_cast<std::size_t>(part)];
    return shown.bar.isMerged()
        ? mergedText(m_timeline->summary(m_timeline->rows()[shown.row], shown.bar))
        : spanText(*m_timeline, shown.bar.slice);
}

QRectF TimelineView::partRect(int part) const
{
    return parts()[static_cast<std::size_t>(part)].rect;
}

bool TimelineView::isPartSelected(int part) const
{
    const auto slice = parts()[static_cast<std::size_t>(part)].bar.slice;
    const auto step = m_timeline->profile().slices.step[slice];
    return m_slice == slice || (step < m_isSelectedStep.size() && m_isSelectedStep[step]);
}

int TimelineView::currentPart() const
{
    const auto slice = currentSlice();
    if (!slice)
        return -1;
    const auto found = std::ranges::find_if(parts(), [&](const Part& part) {
        const auto& slices = m_timeline->rows()[part.row].slices;
        const auto position = slices.positionOf(*slice);
        return part.bar.first <= position && position < part.bar.first + part.bar.count
            && slices[position] == *slice;
    });
    return found == parts().end() ? -1 : static_cast<int>(found - parts().begin());
}

void TimelineView::choosePart(int part)
{
    selectSlice(parts()[static_cast<std::size_t>(part)].bar.slice);
}

} // namespace ui
