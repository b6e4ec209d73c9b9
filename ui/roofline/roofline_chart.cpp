#include "ui/roofline/roofline_chart.h"

#include "profiler/charts/level_points.h"
#include "ui/charts/figure_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double margin = 12; // right of the plane
constexpr double reach = 4; // distance in pixels at which a dot is still hit
constexpr int dragFrom = 4;
constexpr double zoomStep = 1.25;

} // namespace

RooflineChart::RooflineChart(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Roofline"), parent)
{
    setMinimumSize(220, 120);
}

void RooflineChart::set(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Roofline> roofline)
{
    m_profile = std::move(profile);
    m_roofline = std::move(roofline);
    m_current = {};
    m_isSelected.clear();
    showAll();
}

void RooflineChart::showAll()
{
    m_captions.places.clear();
    m_view = m_roofline != nullptr ? profiler::wholeView(*m_roofline) : profiler::RoofView();
    rebuild();
}

void RooflineChart::setView(const profiler::RoofView& view)
{
    m_view = view;
    rebuild();
}

profiler::RoofPlane RooflineChart::plane() const
{
    return { m_view, width() - margin, double(height()) };
}

void RooflineChart::rebuild()
{
    m_figure = {};
    m_dots.clear();
    if (m_roofline != nullptr) {
        m_captions.widthOf
            = [metrics = QFontMetricsF(scaledFont(font()))](std::string_view caption) {
                  return metrics.horizontalAdvance(
                      QString::fromUtf8(caption.data(), static_cast<qsizetype>(caption.size())));
              };
        m_figure = profiler::rooflineFigure(
            *m_profile, *m_roofline, m_view, width() - margin, height(), m_captions);
    }
    for (std::size_t i = 0; i < m_figure.shapes.size(); ++i) {
        if (m_figure.shapes[i].step.isValid())
            m_dots.push_back(i);
    }
    QStringList ceilings; // their texts for users who cannot point at them
    for (const auto& shape : m_figure.shapes) {
        if (shape.kind == profiler::Shape::Kind::Line && !shape.tip.empty())
            ceilings += plainLines(shape.tip);
    }
    setAccessibleDescription(ceilings.join(u'\n'));
    rebuildLevels();
}

void RooflineChart::rebuildLevels()
{
    m_levels = {};
    if (m_roofline != nullptr && m_current.isValid()) {
        const auto row = std::ranges::find(m_roofline->rows, m_current, &profiler::RoofRow::step);
        if (row != m_roofline->rows.end())
            m_levels.shapes
                = profiler::levelShapes(*m_roofline, *row, m_view, width() - margin, height());
    }
    update();
}

void RooflineChart::setSelected(std::vector<bool> isSelected)
{
    m_isSelected = std::move(isSelected);
    const auto first = std::ranges::find(m_isSelected, true);
    const bool isOther
        = first != m_isSelected.end() && (!m_current.isValid() || !m_isSelected[m_current.value()]);
    if (isOther)
        m_current = engine::StepId(static_cast<std::uint32_t>(first - m_isSelected.begin()));
    rebuildLevels();
}

QString RooflineChart::partText(int part) const { return plainLines(dot(part).tip); }
QRectF RooflineChart::partRect(int part) const { return boundsOf(dot(part)); }

bool RooflineChart::isPartSelected(int part) const
{
    const auto step = dot(part).step.value();
    return step < m_isSelected.size() && m_isSelected[step];
}

int RooflineChart::currentPart() const
{
    for (int i = 0; i < partCount(); ++i) {
        if (m_current.isValid() && dot(i).step == m_current)
            return i;
    }
    return -1;
}

void RooflineChart::choosePart(int part)
{
    m_current = dot(part).step;
    rebuildLevels();
    emit stepChosen(m_current);
    announcePart(this);
}

QRectF RooflineChart::dotOf(engine::StepId step) const
{
    for (int i = 0; i < partCount(); ++i) {
        if (dot(i).step == step)
            return partRect(i);
    }
    return {};
}

/// Small dots are drawn over large ones, so the last hit is the topmost.
std::optional<int> RooflineChart::partAt(QPointF point) const
{
    std::optional<int> found;
    for (int i = 0; i < partCount(); ++i) {
        const auto& shape = dot(i);
        if (std::hypot(shape.at.x - point.x(), shape.at.y - point.y()) <= shape.width + reach)
            found = i;
    }
    return found;
}

QString RooflineChart::ceilingAt(QPointF point) const
{
    for (const auto& shape : m_figure.shapes) {
        if (shape.kind != profiler::Shape::Kind::Line || shape.tip.empty())
            continue;
        const QPointF from(shape.points.front().x, shape.points.front().y);
        const QPointF along = QPointF(shape.points.back().x, shape.points.back().y) - from;
        const double length = std::max(1.0, QPointF::dotProduct(along, along));
        const double at = std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0);
        const auto beside = point - (from + at * along);
        if (std::hypot(beside.x(), beside.y()) <= reach)
            return plainLines(shape.tip);
    }
    return {};
}

QString RooflineChart::tipAt(QPoint point) const
{
    for (const auto& shape : m_levels.shapes) {
        const auto beside = QPointF(shape.at.x, shape.at.y) - point;
        if (!shape.tip.empty() && std::hypot(beside.x(), beside.y()) <= shape.width + reach)
            return plainLines(shape.tip);
    }
    return partAt(point) ? ChartView::tipAt(point) : ceilingAt(point);
}

void RooflineChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        rebuild(); // the widths of texts changed
    ChartView::changeEvent(event);
}

void RooflineChart::paintChart(QPainter& painter)
{
    if (m_roofline == nullptr)
        return;
    painter.setFont(scaledFont(font()));
    paintFigure(painter, m_figure);
    paintFigure(painter, m_levels);
    painter.setBrush(Qt::NoBrush);
    for (int i = 0; i < partCount(); ++i) {
        const bool isCurrent = dot(i).step == m_current && hasFocus();
        if (!isCurrent && !isPartSelected(i))
            continue;
        painter.setPen(QPen(themeColour(isCurrent ? "accent" : "text"), 2));
        painter.drawEllipse(partRect(i).adjusted(-3, -3, 3, 3));
    }
}

void RooflineChart::fillMenu(QMenu& menu)
{
    menu.addAction(tr("Zoom In\t+"), this, [this] { zoomBy(zoomStep); });
    menu.addAction(tr("Zoom Out\t-"), this, [this] { zoomBy(1 / zoomStep); });
    menu.addAction(tr("Show All\tHome"), this, [this] { showAll(); });
}

void RooflineChart::zoomBy(double factor)
{
    if (m_roofline == nullptr)
        return;
    const auto current = m_current.isValid() ? dotOf(m_current) : QRectF();
    const auto at = current.isEmpty() ? QRectF(rect()).center() : current.center();
    setView(profiler::zoomed(plane(), factor, { at.x(), at.y() }));
}

void RooflineChart::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_pressedView = m_view;
    m_hasMoved = false;
    m_isDragging = m_roofline != nullptr
        && (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton);
    const auto part = partAt(m_pressed);
    if (part && event->button() != Qt::MiddleButton)
        choosePart(*part);
}

void RooflineChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isDragging)
        return ChartView::mouseMoveEvent(event);
    const auto by = event->position() - m_pressed;
    m_hasMoved = m_hasMoved || by.manhattanLength() > dragFrom;
    if (m_hasMoved)
        setView(profiler::panned(
            profiler::RoofPlane(m_pressedView, width() - margin, height()), { by.x(), by.y() }));
}

void RooflineChart::mouseReleaseEvent(QMouseEvent*) { m_isDragging = false; }

void RooflineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!partAt(event->position()))
        showAll();
}

void RooflineChart::wheelEvent(QWheelEvent* event)
{
    const auto steps = event->angleDelta().y() / 120.0;
    if (m_roofline != nullptr)
        setView(profiler::zoomed(
            plane(), std::pow(zoomStep, steps), { event->position().x(), event->position().y() }));
    event->accept();
}

void RooflineChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return stepPart(-1);
    case Qt::Key_Right:
    case Qt::Key_Down:
        return stepPart(1);
    case Qt::Key_Plus:
    case Qt::Key_W:
        return zoomBy(zoomStep);
    case Qt::Key_Minus:
    case Qt::Key_S:
        return zoomBy(1 / zoomStep);
    case Qt::Key_Home:
        return showAll();
    default:
        return ChartView::keyPressEvent(event);
    }
}

void RooflineChart::resizeEvent(QResizeEvent*) { rebuild(); }

} // namespace ui
