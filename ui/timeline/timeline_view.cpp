#include "ui/timeline/timeline_view.h"

#include "profiler/statistics/scope_rows.h"
#include "ui/document/document.h"
#include "ui/document/step_selection.h"
#include "ui/timeline/launch_links.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

/// State of the timeline: document, selection, view. Input: timeline_input.cpp.
namespace ui {

TimelineView::TimelineView(QWidget* parent)
    : AccessibleChart(tr("Timeline"), parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumHeight(80);
    m_deviceLooks = deviceLooks();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_timeline != nullptr)
            m_looks = stepLooks(m_timeline->profile());
        m_deviceLooks = deviceLooks();
    });
}

void TimelineView::setDocument(Document* document)
{
    if (m_document != nullptr) {
        m_document->disconnect(this);
        m_document->selection()->disconnect(this);
        m_document->timeRange()->disconnect(this);
    }
    m_document = document;
    if (document != nullptr) {
        connect(document, &Document::profileChanged, this, &TimelineView::refresh);
        connect(document, &Document::statisticsChanged, this, &TimelineView::refreshProcessor);
        connect(document, &Document::marksChanged, this, &TimelineView::refreshLanes);
        connect(document->selection(), &Selection::changed, this, &TimelineView::showSelection);
        connect(
            document->timeRange(), &TimeRange::visibleChanged, this, &TimelineView::syncVisible);
        connect(document->timeRange(), &TimeRange::selectedChanged, this, [this] { update(); });
    }
    refresh();
}

void TimelineView::refresh()
{
    m_timeline = m_document != nullptr ? m_document->timeline() : nullptr;
    m_slice.reset();
    m_memory.clear();
    m_memoryPeak = 0;
    m_typicalRun.reset();
    m_geometry.scroll = 0;
    m_prefix = m_timeline != nullptr ? plain(profiler::commonPrefix(m_timeline->profile()), 1000)
                                     : QString();
    if (m_timeline != nullptr) {
        m_looks = stepLooks(m_timeline->profile());
        m_typicalRun = profiler::medianRun(m_timeline->profile());
        if (m_typicalRun)
            m_memoryPeak = memoryOf(*m_typicalRun).peakBytes;
        showMedianRun();
    }
    refreshProcessor();
    showSelection(nullptr);
}

void TimelineView::refreshProcessor()
{
    const auto statistics = m_timeline != nullptr ? m_document->statistics() : nullptr;
    m_processor = statistics != nullptr
        ? profiler::processorTracks(m_timeline->profile(), *statistics)
        : std::vector<profiler::ProcessorTrack>();
    refreshLanes();
}

void TimelineView::refreshLanes()
{
    m_geometry.lanes.clear();
    if (m_timeline != nullptr)
        m_geometry.lanes = lanesOf({ *m_timeline, m_document->scopes(), m_processor,
            !m_document->marks().empty(), m_memoryPeak > 0, m_isCompact, m_folded });
    m_geometry.scroll = std::min(m_geometry.scroll, m_geometry.largestScroll());
    update();
}

void TimelineView::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    refreshLanes();
}

const profiler::LiveMemory& TimelineView::memoryOf(std::uint32_t run) const
{
    // A user who goes through thousands of runs needs only the recent ones.
    constexpr std::size_t maxKept = 64;
    if (m_memory.size() >= maxKept && !m_memory.contains(run))
        m_memory.clear();
    const auto known = m_memory.find(run);
    return known != m_memory.end()
        ? known->second
        : m_memory.emplace(run, profiler::liveMemory(m_timeline->profile(), run)).first->second;
}

void TimelineView::showMedianRun()
{
    if (m_timeline == nullptr)
        return;
    if (m_typicalRun)
        return showRun(*m_typicalRun);
    const auto span = m_timeline->extent();
    setVisible({ span.startNs, span.endNs });
}

void TimelineView::showRun(std::uint32_t run)
{
    if (m_timeline == nullptr || run >= m_timeline->profile().runs.size())
        return;
    const auto span = m_timeline->spanOfRun(run);
    const auto margin = span.lengthNs() / 50 + 1;
    setVisible({ span.startNs - margin, span.endNs + margin });
}

void TimelineView::setVisible(profiler::TimeSpan span)
{
    if (m_document != nullptr)
        m_document->timeRange()->setVisible({ span.startNs, span.endNs });
    syncVisible();
}

void TimelineView::syncVisible()
{
    if (m_document == nullptr)
        return;
    const auto visible = m_document->timeRange()->visible();
    m_geometry.visible = { visible.startNs, visible.endNs };
    update();
}

void TimelineView::zoomBy(double factor)
{
    if (m_timeline != nullptr)
        setVisible(profiler::zoomed(m_geometry.visible, m_timeline->extent(), factor,
            m_geometry.visible.startNs + m_geometry.visible.lengthNs() / 2));
}

void TimelineView::panBy(double share)
{
    if (m_timeline != nullptr)
        setVisible(profiler::panned(m_geometry.visible, m_timeline->extent(),
            std::llround(share * static_cast<double>(m_geometry.visible.lengthNs()))));
}

std::optional<TimeInterval> TimelineView::range() const
{
    return m_document != nullptr ? m_document->timeRange()->selected() : std::nullopt;
}

void TimelineView::fitSelection()
{
    auto span = range();
    if (const auto slice = currentSlice(); !span && slice) {
        const auto found = m_timeline->spanOf(*slice);
        span = TimeInterval { found.startNs, found.endNs };
    }
    if (!span)
        return;
    const auto margin = std::max<std::int64_t>(span->lengthNs() / 4, 50);
    setVisible({ span->startNs - margin, span->endNs + margin });
}

/// Moves a slice into the view. Keeps the zoom, unless the slice is longer than the view.
void TimelineView::showSpan(TimeInterval span)
{
    const auto& visible = m_geometry.visible;
    if (span.startNs >= visible.startNs && span.endNs <= visible.endNs)
        return;
    const auto length = std::max(visible.lengthNs(), span.lengthNs() + span.lengthNs() / 2);
    const auto middle = span.startNs + span.lengthNs() / 2;
    setVisible({ middle - length / 2, middle - length / 2 + length });
}

void TimelineView::scrollTo(int y)
{
    m_geometry.scroll = std::clamp(y, 0, m_geometry.largestScroll());
    update();
}

void TimelineView::showSelection(const QObject* origin)
{
    m_isSelectedStep.clear();
    if (m_timeline == nullptr || m_document == nullptr)
        return update();
    m_isSelectedStep = selectedSteps(m_timeline->profile(), m_document->selection()->items());
    if (origin != this) {
        m_slice.reset();
        // If the selection was made elsewhere and its slice is not visible, moves the view and
        // keeps the zoom.
        if (const auto slice = currentSlice()) {
            const auto span = m_timeline->spanOf(*slice);
            if (span.endNs < m_geometry.visible.startNs
                || span.startNs > m_geometry.visible.endNs) {
                const auto half = m_geometry.visible.lengthNs() / 2;
                setVisible({ span.startNs - half, span.startNs + half });
            }
        }
    }
    update();
}

std::optional<std::uint32_t> TimelineView::currentSlice() const
{
    if (m_timeline == nullptr)
        return std::nullopt;
    if (m_slice)
        return m_slice;
    // What is visible comes first, of any of the steps: the view then stays.
    for (const auto& span : { m_geometry.visible, m_timeline->extent() }) {
        for (std::size_t i = 0; i < m_isSelectedStep.size(); ++i) {
            if (!m_isSelectedStep[i])
                continue;
            const auto slices = m_timeline->slicesOfStep(engine::StepId(i), span, 1);
            if (!slices.empty())
                return slices.front();
        }
    }
    return std::nullopt;
}

void TimelineView::selectSlice(std::optional<std::uint32_t> slice)
{
    if (m_document == nullptr)
        return;
    m_slice = slice;
    if (!slice) {
        m_document->selection()->clear(this);
        showSelection(this);
        return;
    }
    const auto& profile = m_timeline->profile();
    const auto step = profile.slices.step[*slice];
    if (step == profiler::Slices::none) {
        update();
        return;
    }
    selectStep(*m_document, engine::StepId(step), this);
    showSelection(this);
    announcePart(this);
}

/// Selects all nodes with steps in the scope, and the scope's time as range.
void TimelineView::selectScope(const profiler::ScopeLevel& level, std::size_t index)
{
    const auto& profile = m_timeline->profile();
    const auto& span = level.spans[index];
    m_document->timeRange()->select(TimeInterval { span.startNs, span.endNs });
    std::vector<engine::StepId> steps;
    for (auto slice = span.first; slice <= span.last; ++slice) {
        if (profile.slices.step[slice] != profiler::Slices::none)
            steps.emplace_back(profile.slices.step[slice]);
    }
    m_slice.reset();
    selectSteps(*m_document, steps, this);
    showSelection(this);
}

void TimelineView::paintChart(QPainter& painter)
{
    if (m_timeline == nullptr || m_document == nullptr)
        return;
    m_geometry.width = width();
    m_geometry.height = height();
    const auto selected = range();
    const auto statistics = m_document->statistics();
    const TimelinePicture picture { *m_timeline, m_geometry, m_document->scopes(), m_processor,
        m_document->marks(), m_looks, m_isSelectedStep, m_slice, m_typicalRun, selected,
        selected ? rangeText(selected->lengthNs(), statistics.get(), kernelsIn(*selected))
                 : QString(),
        m_prefix, font(),
        [this](std::uint32_t run) -> const profiler::LiveMemory& { return memoryOf(run); },
        m_memoryPeak, m_deviceLooks,
        launchLinks({ *m_timeline, m_geometry.visible, m_isSelectedStep, m_slice }),
        [this](std::uint32_t run) { return accountOf(run); } };
    TimelinePainter(painter, picture).paint();
}

} // namespace ui
