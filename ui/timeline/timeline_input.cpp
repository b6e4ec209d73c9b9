#include "ui/document/document.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

/// Mouse, keys, menu and tool tips of the timeline.
namespace ui {

namespace {

// Distance in pixels from an edge of the range at which it can be dragged.
constexpr int edgeReach = 4;
constexpr int wheelStep = 40;
constexpr double markReach = 20; // in pixels: width at which the flag of a moment can be hit

using Kind = TimelineLane::Kind;

} // namespace

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (m_timeline == nullptr)
        return;
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setVisible(profiler::zoomed(m_geometry.visible, m_timeline->extent(), std::pow(1.25, steps),
            m_geometry.timeAt(event->position().x())));
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0) {
        const double delta = event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps;
        panBy(-0.1 * delta);
    } else {
        scrollTo(m_geometry.scroll - static_cast<int>(steps * wheelStep));
    }
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    m_hasMoved = false;
    m_pressedVisible = m_geometry.visible;
    if (const auto fixed
        = event->button() == Qt::LeftButton ? otherEdge(event->pos().x()) : std::nullopt) {
        m_drag = Drag::Edge;
        m_fixedEdge = *fixed;
        return;
    }
    const bool isPan
        = event->button() == Qt::MiddleButton || event->modifiers().testFlag(Qt::ShiftModifier);
    m_drag = isPan ? Drag::Pan : event->button() == Qt::LeftButton ? Drag::Range : Drag::None;
}

std::optional<std::int64_t> TimelineView::otherEdge(int x) const
{
    const auto selected = range();
    if (!selected)
        return std::nullopt;
    if (std::abs(m_geometry.xOf(selected->startNs) - x) <= edgeReach)
        return selected->endNs;
    return std::abs(m_geometry.xOf(selected->endNs) - x) <= edgeReach
        ? std::optional(selected->startNs)
        : std::nullopt;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_timeline == nullptr)
        return;
    if (m_drag == Drag::None) {
        setCursor(otherEdge(event->pos().x()) ? Qt::SplitHCursor : Qt::ArrowCursor);
        return AccessibleChart::mouseMoveEvent(event);
    }
    m_hasMoved = m_hasMoved || (event->pos() - m_pressed).manhattanLength() > 4;
    if (!m_hasMoved)
        return;
    if (m_drag == Drag::Pan) {
        const auto shift
            = std::llround((m_pressed.x() - event->pos().x()) * m_geometry.nsPerPixel());
        setVisible({ m_pressedVisible.startNs + shift, m_pressedVisible.endNs + shift });
        return;
    }
    const auto a = m_drag == Drag::Edge ? m_fixedEdge : m_geometry.timeAt(m_pressed.x());
    const auto b = m_geometry.timeAt(event->pos().x());
    m_document->timeRange()->select(TimeInterval { std::min(a, b), std::max(a, b) });
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Range && !m_hasMoved && m_timeline != nullptr)
        click(event->pos());
    m_drag = Drag::None;
}

void TimelineView::click(QPoint position)
{
    const auto* lane = m_geometry.laneAt(position.y());
    const auto time = m_geometry.timeAt(position.x());
    if (lane != nullptr && lane->kind == Kind::Group) {
        if (!m_folded.remove(lane->label))
            m_folded.insert(lane->label);
        return refreshLanes();
    }
    if (const auto mark = markAt(position)) {
        m_document->timeRange()->select(m_document->marks()[*mark].span);
        return;
    }
    if (lane != nullptr && lane->kind == Kind::Scope) {
        const auto& level = m_document->scopes()[lane->index];
        if (const auto span = level.at(time))
            return selectScope(level, *span);
    }
    selectSlice(sliceAt(position));
}

std::optional<std::uint32_t> TimelineView::sliceAt(QPoint position) const
{
    const auto* lane = m_geometry.laneAt(position.y());
    if (m_timeline == nullptr || lane == nullptr || position.x() < TimelineGeometry::labelWidth)
        return std::nullopt;
    const auto* row = lane->kind == Kind::Spans ? &m_timeline->rows()[lane->index]
        : lane->kind == Kind::Processor         ? m_timeline->largestRow(profiler::RowKind::Steps)
                                                : nullptr;
    // Narrow slices can be hit too: checks the adjacent pixels.
    for (const int dx : { 0, -1, 1, -2, 2 }) {
        if (row == nullptr)
            break;
        if (const auto slice = m_timeline->sliceAt(*row, m_geometry.timeAt(position.x() + dx)))
            return slice;
    }
    return std::nullopt;
}

/// The shortest of the marks under the pointer, because marks may contain each other.
std::optional<std::size_t> TimelineView::markAt(QPoint position) const
{
    const auto* lane = m_geometry.laneAt(position.y());
    if (lane == nullptr || lane->kind != Kind::Marks)
        return std::nullopt;
    const auto& marks = m_document->marks();
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double left = m_geometry.xOf(marks[i].span.startNs);
        const double right = std::max(m_geometry.xOf(marks[i].span.endNs), left + markReach);
        const bool isHit = left <= position.x() && position.x() <= right;
        if (isHit && (!found || marks[i].span.lengthNs() < marks[*found].span.lengthNs()))
            found = i;
    }
    return found;
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (m_timeline == nullptr)
        return QWidget::keyPressEvent(event);
    const bool isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->matches(QKeySequence::Copy))
        return copySpan();
    if (event->key() == Qt::Key_Slash && !m_timeline->profile().device.isEmpty()) {
        emit kernelSearchRequested();
        return;
    }
    if (!moveView(event->key()) && !moveSelection(event->key(), isShift)
        && !changeMarks(event->key(), isShift))
        QWidget::keyPressEvent(event);
}

bool TimelineView::moveView(int key)
{
    switch (key) {
    case Qt::Key_W:
        zoomBy(1.5);
        return true;
    case Qt::Key_S:
        zoomBy(1 / 1.5);
        return true;
    case Qt::Key_A:
        panBy(-0.2);
        return true;
    case Qt::Key_D:
        panBy(0.2);
        return true;
    case Qt::Key_F:
        fitSelection();
        return true;
    case Qt::Key_Escape:
        m_document->timeRange()->select(std::nullopt);
        return true;
    default:
        return false;
    }
}

bool TimelineView::moveSelection(int key, bool isBack)
{
    const auto go = [&](auto step) {
        if (const auto current = currentSlice()) {
            if (const auto next = step(*current)) {
                selectSlice(next);
                const auto span = m_timeline->spanOf(*next);
                showSpan({ span.startNs, span.endNs });
            }
        }
        return true;
    };
    switch (key) {
    case Qt::Key_Left:
        return go([&](std::uint32_t slice) { return m_timeline->previous(slice); });
    case Qt::Key_Right:
        return go([&](std::uint32_t slice) { return m_timeline->next(slice); });
    case Qt::Key_Up:
        return go([&](std::uint32_t slice) { return sliceInAdjacentRow(slice, -1); });
    case Qt::Key_Down:
        return go([&](std::uint32_t slice) { return sliceInAdjacentRow(slice, 1); });
    case Qt::Key_N:
        return go([&](std::uint32_t slice) {
            return isBack ? m_timeline->previousOfStep(slice) : m_timeline->nextOfStep(slice);
        });
    default:
        return false;
    }
}

bool TimelineView::changeMarks(int key, bool isBack)
{
    switch (key) {
    case Qt::Key_M:
        addMark();
        return true;
    case Qt::Key_J:
        goToMark(isBack ? -1 : 1);
        return true;
    case Qt::Key_Delete:
        deleteMark();
        return true;
    default:
        return false;
    }
}

void TimelineView::copySpan() const
{
    if (const auto current = currentSlice())
        QGuiApplication::clipboard()->setText(spanText(*m_timeline, *current));
}

void TimelineView::addMark()
{
    if (m_timeline == nullptr)
        return;
    auto span = range();
    if (!span) {
        if (const auto slice = currentSlice()) {
            const auto found = m_timeline->spanOf(*slice);
            span = TimeInterval { found.startNs, found.endNs };
        }
    }
    if (!span) {
        const auto pointer = mapFromGlobal(QCursor::pos());
        const bool isInside
            = rect().contains(pointer) && pointer.x() > TimelineGeometry::labelWidth;
        const auto time = isInside ? m_geometry.timeAt(pointer.x())
                                   : m_geometry.visible.startNs + m_geometry.visible.lengthNs() / 2;
        span = TimeInterval { time, time };
    }
    m_document->setMarks(withMark(m_document->marks(), *span));
}

void TimelineView::goToMark(int by)
{
    if (m_timeline == nullptr)
        return;
    const auto selected = range();
    const auto from = selected ? selected->startNs
        : by > 0               ? m_geometry.visible.startNs - 1
                               : m_geometry.visible.endNs;
    const auto found = nextMark(m_document->marks(), from, by);
    if (!found)
        return;
    const auto span = m_document->marks()[*found].span;
    m_document->timeRange()->select(span);
    showSpan(span);
}

void TimelineView::deleteMark()
{
    const auto selected = range();
    if (const auto found = selected ? markOf(m_document->marks(), *selected) : std::nullopt)
        m_document->setMarks(withoutMark(m_document->marks(), *found));
}

void TimelineView::renameMark(std::size_t index)
{
    auto marks = m_document->marks();
    bool isGiven = false;
    const auto name = QInputDialog::getText(
        this, tr("Name of the mark"), tr("Name"), QLineEdit::Normal, marks[index].name, &isGiven);
    if (!isGiven || name.trimmed().isEmpty())
        return;
    marks[index].name = name.trimmed();
    m_document->setMarks(std::move(marks));
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_timeline == nullptr)
        return;
    const auto position = event->reason() == QContextMenuEvent::Keyboard
        ? QPoint(TimelineGeometry::labelWidth, TimelineGeometry::rulerHeight)
        : event->pos();
    if (const auto slice = sliceAt(position))
        selectSlice(slice);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("timelineMenu");
    const auto add = [&](const QString& text, const QString& key, bool isPossible, auto slot) {
        auto* action = menu->addAction(text + u'\t' + key, this, slot);
        action->setEnabled(isPossible);
        return action;
    };
    const auto slice = currentSlice();
    add(tr("Copy Span"), tr("Ctrl+C"), slice.has_value(), [this] { copySpan(); });
    add(tr("Next Span of the Same Node"), QStringLiteral("N"), slice.has_value(),
        [this] { moveSelection(Qt::Key_N, false); });
    if (!m_timeline->profile().device.isEmpty())
        add(tr("Find Kernel…"), QStringLiteral("/"), true,
            [this] { emit kernelSearchRequested(); });
    add(tr("Fit Selection"), QStringLiteral("F"), slice || range(), [this] { fitSelection(); });
    add(tr("Fit Median Run"), {}, true, [this] { showMedianRun(); });
    add(tr("Clear Range"), tr("Esc"), range().has_value(),
        [this] { m_document->timeRange()->select(std::nullopt); });
    menu->addSeparator();
    addMarkActions(*menu, position);
    menu->popup(mapToGlobal(position));
}

void TimelineView::addMarkActions(QMenu& menu, QPoint position)
{
    const auto& marks = m_document->marks();
    const auto selected = range();
    const auto pointed = markAt(position);
    const auto mark = pointed ? pointed : selected ? markOf(marks, *selected) : std::nullopt;
    const auto add = [&](const QString& text, const QString& key, bool isPossible, auto slot) {
        menu.addAction(text + u'\t' + key, this, slot)->setEnabled(isPossible);
    };
    add(tr("Keep as Mark"), QStringLiteral("M"), true, [this] { addMark(); });
    add(tr("Next Mark"), QStringLiteral("J"), !marks.empty(), [this] { goToMark(1); });
    add(tr("Previous Mark"), tr("Shift+J"), !marks.empty(), [this] { goToMark(-1); });
    add(tr("Rename Mark…"), {}, mark.has_value(), [this, mark] { renameMark(*mark); });
    add(tr("Delete Mark"), tr("Del"), mark.has_value(),
        [this, mark] { m_document->setMarks(withoutMark(m_document->marks(), *mark)); });
    add(tr("Delete All Marks"), {}, !marks.empty(), [this] { m_document->setMarks({}); });
}

/// The slice at the same time in the nearest row above or below that has one.
std::optional<std::uint32_t> TimelineView::sliceInAdjacentRow(std::uint32_t slice, int by) const
{
    const auto span = m_timeline->spanOf(slice);
    const auto place = m_timeline->rowOf(slice);
    const auto rows = static_cast<std::ptrdiff_t>(m_timeline->rows().size());
    for (auto row = place ? static_cast<std::ptrdiff_t>(*place) + by : rows; row >= 0 && row < rows;
         row += by) {
        if (const auto found
            = m_timeline->sliceAt(m_timeline->rows()[static_cast<std::size_t>(row)],
                span.startNs + span.lengthNs() / 2))
            return found;
    }
    return std::nullopt;
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    m_geometry.width = width();
    m_geometry.height = height();
    m_geometry.scroll = std::min(m_geometry.scroll, m_geometry.largestScroll());
}

QString TimelineView::tipAt(QPoint position) const
{
    const auto* lane = m_timeline != nullptr ? m_geometry.laneAt(position.y()) : nullptr;
    if (lane == nullptr)
        return {};
    const auto time = m_geometry.timeAt(position.x());
    switch (lane->kind) {
    case Kind::Group:
        return lane->label + u'\n' + lane->note
            + (lane->tip.isEmpty() ? QString() : u'\n' + lane->tip);
    case Kind::Marks: {
        const auto mark = markAt(position);
        return mark ? markText(m_document->marks()[*mark]) : QString();
    }
    case Kind::Scope: {
        const auto& level = m_document->scopes()[lane->index];
        const auto span = level.at(time);
        return span ? scopeText(*m_timeline, level, level.spans[*span]) : QString();
    }
    case Kind::Memory:
        return memoryTipAt(time);
    case Kind::Spans:
        return spanTipAt(position, m_timeline->rows()[lane->index]);
    case Kind::Counter: {
        const auto& profile = m_timeline->profile();
        return counterToolTip(profile, profile.counters[lane->index], time);
    }
    case Kind::Processor:
        return processorTipAt(m_processor[lane->index], time);
    }
    return {};
}

QString TimelineView::spanTipAt(QPoint position, const profiler::TimelineRow& row) const
{
    const double x = position.x() - TimelineGeometry::labelWidth;
    const auto bars = m_timeline->bars(row, m_geometry.visible, m_geometry.plotWidth());
    const auto slice = sliceAt(position);
    const auto& track = m_timeline->profile().tracks[row.track.value()];
    if (!slice && track.kind == profiler::TrackKind::Operators)
        return deviceGapTipAt(m_geometry.timeAt(position.x()));
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto& bar = bars[i];
        if (bar.isMerged() && bar.x <= x && x < bar.x + bar.width)
            return mergedText(m_timeline->summary(row, bar));
        const bool isBefore = i > 0 && bars[i - 1].x + bars[i - 1].width <= x && x < bar.x;
        if (!slice && isBefore
            && gapBetween(*m_timeline, row, bars[i - 1], bar, m_geometry.nsPerPixel()))
            return gapText(*m_timeline, row.slices[bars[i - 1].first + bars[i - 1].count - 1],
                row.slices[bar.first]);
    }
    return slice ? spanText(*m_timeline, *slice) : QString();
}

QString TimelineView::processorTipAt(
    const profiler::ProcessorTrack& track, std::int64_t timeNs) const
{
    const auto* row = m_timeline->largestRow(profiler::RowKind::Steps);
    const auto slice = row != nullptr ? m_timeline->sliceAt(*row, timeNs) : std::nullopt;
    const auto& profile = m_timeline->profile();
    return slice && profile.slices.step[*slice] != profiler::Slices::none
        ? processorText(profile, track, engine::StepId(profile.slices.step[*slice]))
        : QString();
}

QString TimelineView::memoryTipAt(std::int64_t timeNs) const
{
    const auto& profile = m_timeline->profile();
    for (std::uint32_t run = 0; run < profile.runs.size(); ++run) {
        const auto span = m_timeline->spanOfRun(run);
        if (span.startNs <= timeNs && timeNs < span.endNs)
            return memoryText(profile, memoryOf(run), timeNs - span.startNs);
    }
    return {};
}

} // namespace ui
