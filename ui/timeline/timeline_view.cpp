#include "ui/timeline/timeline_view.h"

#include "profiler/scope_rows.h"
#include "ui/document.h"
#include "ui/plain_text.h"
#include "ui/theme.h"
#include "ui/timeline/span_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double labelFrom = 28; // pixels
constexpr double countFrom = 40;
constexpr double gapFrom = 3;

constexpr int edgeReach = 4; // pixels beside an edge of the range that take hold of it

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumHeight(80);
    setAccessibleName(tr("Timeline"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
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
    m_prefix = m_timeline != nullptr ? plain(profiler::commonPrefix(m_timeline->profile()), 1000)
                                     : QString();
    if (m_timeline != nullptr)
        showMedianRun();
    showSelection(nullptr);
    update();
}

void TimelineView::showMedianRun()
{
    if (m_timeline == nullptr)
        return;
    const auto run = profiler::medianRun(m_timeline->profile());
    const auto span = run ? m_timeline->spanOfRun(*run) : m_timeline->whole();
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
        setVisible(profiler::zoomed(m_geometry.visible, m_timeline->whole(), factor,
            m_geometry.visible.startNs + m_geometry.visible.lengthNs() / 2));
}

void TimelineView::panBy(double share)
{
    if (m_timeline != nullptr)
        setVisible(profiler::panned(m_geometry.visible, m_timeline->whole(),
            std::llround(share * static_cast<double>(m_geometry.visible.lengthNs()))));
}

void TimelineView::fitSelection()
{
    const auto slice = currentSlice();
    if (!slice)
        return;
    const auto span = m_timeline->spanOf(*slice);
    const auto margin = std::max<std::int64_t>(span.lengthNs() / 4, 5);
    setVisible({ span.startNs - margin, span.endNs + margin });
}

void TimelineView::showSelection(const QObject* origin)
{
    m_isSelectedStep.assign(m_timeline != nullptr ? m_timeline->profile().steps.size() : 0, false);
    if (m_timeline == nullptr || m_document == nullptr)
        return;
    const auto& steps = m_timeline->profile().steps;
    for (const auto& item : m_document->selection()->items()) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool isStep = item.kind == SelectedItem::Kind::Step && item.id == i;
            const bool isNode = item.isNode()
                && std::ranges::any_of(steps[i].origins,
                    [&](const profiler::Origin& o) { return o.node == model::NodeId(item.id); });
            if (isStep || isNode)
                m_isSelectedStep[i] = true;
        }
    }
    if (origin != this) {
        m_slice.reset();
        // Reveal: a span of the selection that is not in view moves the view, without changing the
        // zoom.
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
    for (std::size_t i = 0; i < m_isSelectedStep.size(); ++i) {
        if (!m_isSelectedStep[i])
            continue;
        for (const auto& span : { m_geometry.visible, m_timeline->whole() }) {
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
    const auto& origins = profile.steps[step].origins;
    const bool hasNode = !origins.empty() && origins.front().node.isValid()
        && m_document->model() != nullptr
        && origins.front().node.value() < m_document->model()->nodes.size();
    if (hasNode)
        m_document->reveal(origins.front().node, this);
    else
        m_document->selection()->select({ SelectedItem::Kind::Step, step }, this);
    showSelection(this);
}

std::optional<std::uint32_t> TimelineView::sliceAt(QPoint position) const
{
    const int row = m_geometry.rowAt(position.y());
    if (m_timeline == nullptr || row < 0 || row >= static_cast<int>(m_timeline->rows().size())
        || position.x() < TimelineGeometry::labelWidth)
        return std::nullopt;
    // Slivers can be hit too: what is drawn at the pixel or its neighbours.
    const auto& line = m_timeline->rows()[static_cast<std::size_t>(row)];
    for (const int dx : { 0, -1, 1, -2, 2 }) {
        if (const auto slice = m_timeline->sliceAt(line, m_geometry.timeAt(position.x() + dx)))
            return slice;
    }
    return std::nullopt;
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.colour("panel"));
    if (m_timeline == nullptr)
        return;
    m_geometry.width = width();
    m_geometry.height = height();
    drawGrid(painter);
    for (std::size_t row = 0; row < m_timeline->rows().size(); ++row)
        drawRow(painter, row);
    drawRange(painter);
    drawRuler(painter);
    drawBadge(painter);
    if (hasFocus()) {
        painter.setPen(QPen(theme.colour("accent"), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

/// Under the bars, so that no line cuts one.
void TimelineView::drawGrid(QPainter& painter) const
{
    painter.setPen(Theme::instance().colour("canvasGrid"));
    for (const auto& tick : profiler::ticksOf(m_geometry.visible, m_geometry.plotWidth())) {
        const double x = TimelineGeometry::labelWidth + tick.x;
        painter.drawLine(QPointF(x, TimelineGeometry::rulerHeight), QPointF(x, height()));
    }
}

void TimelineView::drawRuler(QPainter& painter) const
{
    const auto& theme = Theme::instance();
    painter.fillRect(0, 0, width(), TimelineGeometry::rulerHeight, theme.colour("panel"));
    auto font = painter.font();
    font.setPointSizeF(this->font().pointSizeF() * 0.88);
    painter.setFont(font);
    for (const auto& tick : profiler::ticksOf(m_geometry.visible, m_geometry.plotWidth())) {
        const double x = TimelineGeometry::labelWidth + tick.x;
        painter.setPen(theme.colour("border"));
        painter.drawLine(QPointF(x, 16), QPointF(x, TimelineGeometry::rulerHeight));
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QPointF(x + 4, 15), QString::fromStdString(tick.label));
    }
    painter.setPen(theme.colour("border"));
    painter.drawLine(0, TimelineGeometry::rulerHeight, width(), TimelineGeometry::rulerHeight);
    painter.setFont(this->font());
}

void TimelineView::drawRow(QPainter& painter, std::size_t row) const
{
    const int y = m_geometry.yOf(row);
    if (y + TimelineGeometry::rowHeight < TimelineGeometry::rulerHeight || y > height())
        return;
    const auto& theme = Theme::instance();
    const auto& line = m_timeline->rows()[row];
    painter.setClipRect(
        QRect(TimelineGeometry::labelWidth, TimelineGeometry::rulerHeight, width(), height()));
    double end = -1;
    for (const auto& bar : m_timeline->bars(line, m_geometry.visible, m_geometry.plotWidth())) {
        const QRectF rect(TimelineGeometry::labelWidth + bar.x, y + 2, std::max(1.0, bar.width),
            TimelineGeometry::rowHeight - 4);
        if (line.kind == profiler::RowKind::Steps && line.depth == 0 && end >= 0
            && rect.left() - end > gapFrom)
            painter.fillRect(QRectF(end, y + 8, rect.left() - end, 4), theme.colour("idle"));
        end = rect.right();
        drawBar(painter, rect, bar);
    }
    painter.setClipping(false);
    painter.fillRect(
        0, y, TimelineGeometry::labelWidth, TimelineGeometry::rowHeight, theme.colour("panel"));
    painter.setPen(theme.colour("textSecondary"));
    const auto label = QString::fromStdString(line.label.empty() ? std::string() : line.label);
    painter.drawText(QRect(8, y, TimelineGeometry::labelWidth - 12, TimelineGeometry::rowHeight),
        Qt::AlignVCenter,
        painter.fontMetrics().elidedText(label, Qt::ElideRight, TimelineGeometry::labelWidth - 14));
}

void TimelineView::drawBar(
    QPainter& painter, const QRectF& rect, const profiler::TimelineBar& bar) const
{
    const auto& theme = Theme::instance();
    const auto& profile = m_timeline->profile();
    const auto stepIndex = profile.slices.step[bar.slice];
    const bool isRun = stepIndex == profiler::Slices::none;
    QColor fill = theme.colour("inset");
    QColor ink = theme.colour("textSecondary");
    QString text;
    if (isRun) {
        const auto run = profile.slices.run[bar.slice];
        const bool isWarm
            = run != profiler::Slices::none && profile.runs[run].side == profiler::Side::WarmUp;
        fill = theme.colour(isWarm ? "idle" : "accentTint");
        ink = theme.colour(isWarm ? "textSecondary" : "accentInk");
        if (run != profiler::Slices::none)
            text = tr("run %1").arg(profile.runs[run].number);
    } else {
        const auto& step = profile.steps[stepIndex];
        const auto category = model::Palette::instance().category(
            profile.text(step.domain), profile.text(step.opType));
        fill = theme.colour(theme.category(category).solid);
        ink = theme.colour(theme.category(category).onSolid);
        text = shortLabel(plain(profile.text(step.label), 200), m_prefix);
    }
    painter.fillRect(rect, fill);
    if (bar.isMerged()) {
        // Several spans share this bar: the lower half is darker, so that it does not pass for one.
        painter.fillRect(QRectF(rect.left(), rect.center().y(), rect.width(), rect.height() / 2),
            fill.darker(135));
        text = rect.width() > countFrom ? QString::number(bar.count) : QString();
    }
    if (rect.width() >= labelFrom && !text.isEmpty()) {
        painter.setPen(ink);
        const auto visible
            = rect.intersected(QRectF(TimelineGeometry::labelWidth, 0, width(), height()))
                  .adjusted(4, 0, -2, 0);
        painter.drawText(visible, Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(
                text, Qt::ElideRight, static_cast<int>(visible.width())));
    }
    const bool isSelected
        = m_slice == bar.slice || (!isRun && !bar.isMerged() && m_isSelectedStep[stepIndex]);
    if (isSelected) {
        painter.setPen(QPen(theme.colour("text"), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(1, 0, -1, 0));
    }
}

void TimelineView::drawRange(QPainter& painter) const
{
    const auto range = m_document != nullptr ? m_document->timeRange()->selected() : std::nullopt;
    if (!range)
        return;
    const auto& theme = Theme::instance();
    auto colour = theme.colour("selection");
    const double left
        = std::max<double>(TimelineGeometry::labelWidth, m_geometry.xOf(range->startNs));
    const double right = m_geometry.xOf(range->endNs);
    painter.setPen(QPen(colour, 1.5));
    painter.drawLine(QPointF(left, TimelineGeometry::rulerHeight), QPointF(left, height()));
    painter.drawLine(QPointF(right, TimelineGeometry::rulerHeight), QPointF(right, height()));
    colour.setAlphaF(0.09F);
    painter.fillRect(QRectF(left, TimelineGeometry::rulerHeight, right - left, height()), colour);
}

/// Over the ruler: how long the range is, and what share of the wall time.
void TimelineView::drawBadge(QPainter& painter) const
{
    const auto range = m_document != nullptr ? m_document->timeRange()->selected() : std::nullopt;
    if (!range)
        return;
    const auto& theme = Theme::instance();
    auto bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const auto text = rangeText(range->lengthNs(), m_document->statistics().get());
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 20;
    const double middle = (m_geometry.xOf(range->startNs) + m_geometry.xOf(range->endNs)) / 2;
    const double left = std::clamp(middle - wide / 2, double(TimelineGeometry::labelWidth),
        std::max<double>(TimelineGeometry::labelWidth, width() - wide - 2));
    const QRectF pill(left, 3, wide, TimelineGeometry::rulerHeight - 6);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour("selection"));
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setPen(theme.colour("onAccent"));
    painter.drawText(pill, Qt::AlignCenter, text);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush); // what is drawn next are frames
    painter.setFont(font());
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (m_timeline == nullptr)
        return;
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setVisible(profiler::zoomed(m_geometry.visible, m_timeline->whole(), std::pow(1.25, steps),
            m_geometry.timeAt(event->position().x())));
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0) {
        const double delta = event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps;
        panBy(-0.1 * delta);
    } else {
        const int rows = static_cast<int>(m_timeline->rows().size()) * TimelineGeometry::rowHeight;
        m_geometry.scroll = std::clamp(m_geometry.scroll - static_cast<int>(steps * 40), 0,
            std::max(0, rows - height() + TimelineGeometry::rulerHeight + 20));
        update();
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
    const auto range = m_document != nullptr ? m_document->timeRange()->selected() : std::nullopt;
    if (!range)
        return std::nullopt;
    if (std::abs(m_geometry.xOf(range->startNs) - x) <= edgeReach)
        return range->endNs;
    return std::abs(m_geometry.xOf(range->endNs) - x) <= edgeReach ? std::optional(range->startNs)
                                                                   : std::nullopt;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_timeline == nullptr)
        return;
    if (m_drag == Drag::None) {
        setCursor(otherEdge(event->pos().x()) ? Qt::SplitHCursor : Qt::ArrowCursor);
        if (event->modifiers().testFlag(Qt::ControlModifier)) // at once instead of after a pause
            QToolTip::showText(event->globalPosition().toPoint(), toolTipAt(event->pos()), this);
        return;
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
    if (m_drag == Drag::Range && !m_hasMoved)
        selectSlice(sliceAt(event->pos()));
    m_drag = Drag::None;
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (m_timeline == nullptr)
        return QWidget::keyPressEvent(event);
    const auto go = [&](auto step) {
        if (const auto current = currentSlice()) {
            if (const auto next = step(*current))
                selectSlice(next);
        }
    };
    if (event->matches(QKeySequence::Copy)) {
        if (const auto current = currentSlice())
            QGuiApplication::clipboard()->setText(spanText(*m_timeline, *current));
        return;
    }
    switch (event->key()) {
    case Qt::Key_W:
        return zoomBy(1.5);
    case Qt::Key_S:
        return zoomBy(1 / 1.5);
    case Qt::Key_A:
        return panBy(-0.2);
    case Qt::Key_D:
        return panBy(0.2);
    case Qt::Key_Left:
        return go([&](std::uint32_t slice) { return m_timeline->previous(slice); });
    case Qt::Key_Right:
        return go([&](std::uint32_t slice) { return m_timeline->next(slice); });
    case Qt::Key_Up:
        return go([&](std::uint32_t slice) { return inNextRow(slice, -1); });
    case Qt::Key_Down:
        return go([&](std::uint32_t slice) { return inNextRow(slice, 1); });
    case Qt::Key_N:
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            return go([&](std::uint32_t slice) { return m_timeline->previousOfStep(slice); });
        return go([&](std::uint32_t slice) { return m_timeline->nextOfStep(slice); });
    case Qt::Key_F:
        return fitSelection();
    case Qt::Key_Escape:
        return m_document->timeRange()->select(std::nullopt);
    default:
        QWidget::keyPressEvent(event);
    }
}

/// The span of the next row that has one at the same time.
std::optional<std::uint32_t> TimelineView::inNextRow(std::uint32_t slice, int by) const
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

void TimelineView::resizeEvent(QResizeEvent*) { m_geometry.width = width(); }
void TimelineView::focusInEvent(QFocusEvent*) { update(); }
void TimelineView::focusOutEvent(QFocusEvent*) { update(); }

bool TimelineView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
}

QString TimelineView::toolTipAt(QPoint position) const
{
    const auto slice = sliceAt(position);
    if (!slice)
        return {};
    const auto& row = m_timeline->rows()[static_cast<std::size_t>(m_geometry.rowAt(position.y()))];
    const double x = position.x() - TimelineGeometry::labelWidth;
    for (const auto& bar : m_timeline->bars(row, m_geometry.visible, m_geometry.plotWidth())) {
        if (bar.isMerged() && bar.x <= x && x < bar.x + bar.width)
            return toolTipOf(mergedText(m_timeline->summary(row, bar)));
    }
    return toolTipOf(spanText(*m_timeline, *slice));
}

} // namespace ui
