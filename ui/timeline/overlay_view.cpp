#include "ui/timeline/overlay_view.h"

#include "profiler/statistics/scope_rows.h"
#include "ui/document/document.h"
#include "ui/document/step_selection.h"
#include "ui/format.h"
#include "ui/timeline/span_text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QStandardItemModel>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

/// State and input of the OverlayView. Drawing: overlay_painting.cpp.
namespace ui {

namespace {

constexpr int dragFrom = 4; // in pixels
constexpr double zoomStep = 1.5;

} // namespace

OverlayView::OverlayView(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Runs laid over each other"), parent)
{
    setMinimumHeight(80);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_overlay != nullptr)
            m_looks = stepLooks(m_overlay->profile());
        refreshRaster();
    });
}

void OverlayView::setDocument(Document* document)
{
    if (m_document != nullptr) {
        m_document->disconnect(this);
        m_document->selection()->disconnect(this);
    }
    m_document = document;
    if (document != nullptr) {
        connect(document, &Document::profileChanged, this, &OverlayView::refresh);
        connect(document, &Document::statisticsChanged, this, &OverlayView::refreshFigures);
        connect(document->selection(), &Selection::changed, this, &OverlayView::refreshSelection);
    }
    refresh();
}

void OverlayView::setShown(bool isShown)
{
    if (isShown == m_isShown)
        return;
    m_isShown = isShown;
    refresh();
}

void OverlayView::refresh()
{
    m_worker.cancel();
    m_raster = {};
    m_slices.clear();
    m_overlay = nullptr;
    const auto timeline = m_isShown && m_document != nullptr ? m_document->timeline() : nullptr;
    if (timeline != nullptr) {
        auto overlay = std::make_shared<const profiler::RunOverlay>(timeline);
        if (!overlay->runs().empty()) {
            m_slices = overlay->slicesOf(overlay->typical());
            m_looks = stepLooks(timeline->profile());
            m_prefix = plain(profiler::commonPrefix(timeline->profile()), 1000);
            m_visible = overlay->extent();
            m_overlay = std::move(overlay);
        }
    }
    refreshFigures();
    refreshSelection();
}

void OverlayView::refreshFigures()
{
    m_spreads.clear();
    m_largestSpread = 0;
    if (m_overlay != nullptr && m_document->statistics() != nullptr)
        m_spreads = profiler::stepSpreads(*m_overlay, *m_document->statistics());
    for (const auto& spread : m_spreads)
        m_largestSpread = std::max(m_largestSpread, spread.spreadNs());
    update();
}

void OverlayView::refreshSelection()
{
    m_isSelected.clear();
    if (m_overlay != nullptr)
        m_isSelected = selectedSteps(m_overlay->profile(), m_document->selection()->items());
    refreshRaster();
}

/// Recomputes the raster; the old one stays visible, moved, until the new one is ready.
void OverlayView::refreshRaster()
{
    update();
    const auto rect = rowRect(Row::Runs);
    if (m_overlay == nullptr || rect.isEmpty())
        return m_worker.cancel();
    OverlayRasterRequest request { m_overlay, m_looks, m_isSelected, themeColour("panel").rgb(),
        m_visible, static_cast<int>(plotWidth()), rect.height() };
    m_worker.start([this, request = std::move(request)](
                       const std::stop_token& stop) -> LatestWorker::Delivery {
        return [this, raster = overlayRaster(request, stop)] {
            m_raster = raster;
            update();
        };
    });
}

void OverlayView::setVisible(profiler::TimeSpan span)
{
    if (span == m_visible)
        return;
    m_visible = span;
    refreshRaster();
}

void OverlayView::zoomBy(double factor)
{
    if (m_overlay != nullptr)
        setVisible(profiler::zoomed(
            m_visible, m_overlay->extent(), factor, m_visible.startNs + m_visible.lengthNs() / 2));
}

void OverlayView::panBy(double share)
{
    if (m_overlay != nullptr)
        setVisible(profiler::panned(m_visible, m_overlay->extent(),
            std::llround(share * static_cast<double>(m_visible.lengthNs()))));
}

void OverlayView::showAll()
{
    if (m_overlay != nullptr)
        setVisible(m_overlay->extent());
}

void OverlayView::stepVarying(int by)
{
    std::vector<std::uint32_t> order(m_spreads.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(
        order, std::greater<>(), [&](auto i) { return m_spreads[i].spreadNs(); });
    if (order.empty())
        return;
    const auto current = std::ranges::find_if(
        order, [&](auto i) { return m_isSelected[m_spreads[i].step.value()]; });
    const auto count = static_cast<std::ptrdiff_t>(order.size());
    const auto place = current == order.end() ? (by > 0 ? -1 : 0) : current - order.begin();
    const auto next = order[static_cast<std::size_t>((place + by + count) % count)];
    select(m_spreads[next].slice);
}

void OverlayView::select(std::uint32_t slice)
{
    const auto step = m_overlay->profile().slices.step[slice];
    if (step == profiler::Slices::none)
        return;
    selectStep(*m_document, engine::StepId(step), this);
    const auto span = m_overlay->spanOf(slice);
    if (span.endNs < m_visible.startNs || span.startNs > m_visible.endNs)
        setVisible(profiler::panned(m_visible, m_overlay->extent(),
            span.startNs - m_visible.startNs - m_visible.lengthNs() / 2));
    announcePart(this);
}

std::optional<std::uint32_t> OverlayView::runAt(QPoint position) const
{
    if (m_overlay == nullptr)
        return {};
    if (rowRect(Row::Typical).contains(position) || rowRect(Row::Spread).contains(position))
        return m_overlay->typical();
    if (rowRect(Row::Fastest).contains(position))
        return m_overlay->fastest();
    if (rowRect(Row::Slowest).contains(position))
        return m_overlay->slowest();
    const auto rect = rowRect(Row::Runs);
    if (!rect.contains(position) || m_raster.lines.empty())
        return {};
    const auto line = static_cast<std::size_t>(position.y() - rect.top()) * m_raster.lines.size()
        / static_cast<std::size_t>(rect.height());
    return m_raster.lines[line];
}

std::optional<std::uint32_t> OverlayView::sliceAt(QPoint position) const
{
    const auto run = runAt(position);
    if (!run || position.x() < rowRect(Row::Typical).left())
        return {};
    for (const int dx : { 0, -1, 1 }) { // narrow bars can be hit too
        if (const auto slice = m_overlay->sliceAt(*run, timeAt(position.x() + dx)))
            return slice;
    }
    return {};
}

const profiler::StepSpread* OverlayView::spreadOf(std::uint32_t slice) const
{
    const auto step = engine::StepId(m_overlay->profile().slices.step[slice]);
    const auto found = std::ranges::find(m_spreads, step, &profiler::StepSpread::step);
    return found != m_spreads.end() ? &*found : nullptr;
}

QString OverlayView::textOf(std::uint32_t slice) const
{
    return spanText(m_overlay->timeline(), slice) + u'\n'
        + spreadText(spreadOf(slice), m_overlay->runs().size());
}

QString OverlayView::tipAt(QPoint position) const
{
    if (const auto slice = sliceAt(position))
        return textOf(*slice);
    const auto run = runAt(position);
    return run ? runText(m_overlay->profile(), *run) : QString();
}

QString OverlayView::partText(int part) const
{
    return textOf(m_slices[static_cast<std::size_t>(part)]);
}

QRectF OverlayView::partRect(int part) const
{
    const auto span = m_overlay->spanOf(m_slices[static_cast<std::size_t>(part)]);
    const auto row = rowRect(Row::Typical);
    return QRectF(
        QPointF(xOf(span.startNs), row.top()), QPointF(xOf(span.endNs), row.bottom() + 1));
}

bool OverlayView::isPartSelected(int part) const
{
    const auto step = m_overlay->profile().slices.step[m_slices[static_cast<std::size_t>(part)]];
    return step < m_isSelected.size() && m_isSelected[step];
}

int OverlayView::currentPart() const
{
    for (int i = 0; i < partCount(); ++i) {
        if (isPartSelected(i))
            return i;
    }
    return -1;
}

void OverlayView::choosePart(int part) { select(m_slices[static_cast<std::size_t>(part)]); }

QString OverlayView::chartText(TableForm form) const
{
    QStandardItemModel table(0, 4);
    table.setHorizontalHeaderLabels({ tr("Operator"), tr("Median"), tr("p10"), tr("p90") });
    for (const auto& spread : m_spreads) {
        QList<QStandardItem*> cells { new QStandardItem(nameOf(spread.slice)) };
        for (const auto ns : { spread.medianNs, spread.lowNs, spread.highNs })
            cells.append(new QStandardItem(durationText(ns)));
        table.appendRow(cells);
    }
    return tableText(table, form);
}

std::optional<int> OverlayView::partAt(QPointF point) const
{
    const auto slice
        = rowRect(Row::Typical).contains(point.toPoint()) ? sliceAt(point.toPoint()) : std::nullopt;
    if (!slice)
        return {};
    const auto found = std::ranges::lower_bound(m_slices, *slice);
    return found != m_slices.end() && *found == *slice
        ? std::optional(static_cast<int>(found - m_slices.begin()))
        : std::nullopt;
}

void OverlayView::fillMenu(QMenu& menu)
{
    const bool isThere = m_overlay != nullptr;
    menu.addAction(tr("Next Varying Operator\tV"), this, [this] { stepVarying(1); })
        ->setEnabled(!m_spreads.empty());
    menu.addAction(tr("Zoom In\tW"), this, [this] { zoomBy(zoomStep); })->setEnabled(isThere);
    menu.addAction(tr("Zoom Out\tS"), this, [this] { zoomBy(1 / zoomStep); })->setEnabled(isThere);
    menu.addAction(tr("Show All\tHome"), this, &OverlayView::showAll)->setEnabled(isThere);
    menu.addAction(tr("Back to the Timeline\tEsc"), this, &OverlayView::left);
}

void OverlayView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    m_pressedVisible = m_visible;
    m_hasMoved = false;
}

void OverlayView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed || m_overlay == nullptr)
        return ChartView::mouseMoveEvent(event);
    m_hasMoved = m_hasMoved || (event->pos() - *m_pressed).manhattanLength() > dragFrom;
    if (m_hasMoved)
        setVisible(profiler::panned(m_pressedVisible, m_overlay->extent(),
            std::llround((m_pressed->x() - event->pos().x())
                * static_cast<double>(m_visible.lengthNs()) / plotWidth())));
}

void OverlayView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_hasMoved && event->button() == Qt::LeftButton;
    m_pressed.reset();
    if (const auto slice = isClick ? sliceAt(event->pos()) : std::nullopt)
        select(*slice);
    else if (isClick && m_document != nullptr)
        m_document->selection()->clear(this);
}

void OverlayView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto run = runAt(event->pos()))
        emit runChosen(*run);
}

void OverlayView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (m_overlay == nullptr)
        return;
    const auto steps = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0)
        return panBy(
            -0.1 * (event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps));
    setVisible(profiler::zoomed(
        m_visible, m_overlay->extent(), std::pow(1.25, steps), timeAt(event->position().x())));
}

void OverlayView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_W:
        return zoomBy(zoomStep);
    case Qt::Key_S:
        return zoomBy(1 / zoomStep);
    case Qt::Key_A:
        return panBy(-0.2);
    case Qt::Key_D:
        return panBy(0.2);
    case Qt::Key_Left:
        return stepPart(-1);
    case Qt::Key_Right:
        return stepPart(1);
    case Qt::Key_V:
        return stepVarying(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    case Qt::Key_Home:
    case Qt::Key_F:
        return showAll();
    case Qt::Key_Escape:
        emit left();
        return;
    default:
        ChartView::keyPressEvent(event);
    }
}

void OverlayView::resizeEvent(QResizeEvent*) { refreshRaster(); }

} // namespace ui
