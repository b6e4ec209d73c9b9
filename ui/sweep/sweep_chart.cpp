#include "ui/sweep/sweep_chart.h"

#include "ui/charts/figure_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double reach = 8; // distance in pixels from a dot's centre
constexpr double selectedWidth = 3.5;

} // namespace

SweepChart::SweepChart(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Time over size"), parent)
{
    setMinimumSize(240, 120);
}

void SweepChart::set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves)
{
    m_sweep = std::move(sweep);
    m_curves = std::move(curves);
    m_selected.clear();
    m_current = -1;
    rebuild();
}

void SweepChart::setScale(profiler::SweepScale scale)
{
    m_scale = scale;
    rebuild();
}

void SweepChart::setSelected(std::set<std::size_t> curves)
{
    m_selected = std::move(curves);
    rebuild();
}

void SweepChart::rebuild()
{
    m_figure = {};
    if (!m_curves.empty())
        m_figure = profiler::sweepFigure(m_sweep, m_curves, m_scale, width(), height());
    update();
}

QString SweepChart::partText(int part) const { return plainLines(dot(part).tip); }
QRectF SweepChart::partRect(int part) const { return boundsOf(dot(part)); }

bool SweepChart::isPartSelected(int part) const
{
    return m_selected.contains(m_figure.dots[static_cast<std::size_t>(part)].curve);
}

void SweepChart::choosePart(int part)
{
    m_current = part;
    update();
    emit curveChosen(m_figure.dots[static_cast<std::size_t>(part)].curve);
    announcePart(this);
}

std::optional<int> SweepChart::partAt(QPointF point) const { return partNear(point, reach); }

void SweepChart::paintChart(QPainter& painter)
{
    painter.setFont(scaledFont(font()));
    // Drawn first, so that the highlight covers no other curve.
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto curve : m_selected) {
        QPolygonF line;
        for (const auto& known : m_figure.dots)
            if (known.curve == curve)
                line << QPointF(m_figure.figure.shapes[known.shape].at.x,
                    m_figure.figure.shapes[known.shape].at.y);
        painter.setPen(
            QPen(themeColour("selectionHalo"), 2 * selectedWidth, Qt::SolidLine, Qt::RoundCap));
        painter.drawPolyline(line);
    }
    paintFigure(painter, m_figure.figure);
    if (currentPart() < 0)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour("accent"), 2));
    painter.drawEllipse(partRect(currentPart()).adjusted(-3, -3, 3, 3));
}

void SweepChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return moveSelection(-1, 0);
    case Qt::Key_Right:
        return moveSelection(1, 0);
    case Qt::Key_Up:
        return moveSelection(0, -1);
    case Qt::Key_Down:
        return moveSelection(0, 1);
    default:
        return ChartView::keyPressEvent(event);
    }
}

void SweepChart::moveSelection(int alongCurve, int toCurve)
{
    if (partCount() == 0)
        return;
    if (currentPart() < 0)
        return choosePart(0);
    const auto& at = m_figure.dots[static_cast<std::size_t>(m_current)];
    const auto curve = static_cast<std::ptrdiff_t>(at.curve) + toCurve;
    const auto point = static_cast<std::ptrdiff_t>(at.point) + alongCurve;
    // On another curve, takes the dot at the same index, or the last one before it.
    for (int i = partCount() - 1; i >= 0; --i) {
        const auto& other = m_figure.dots[static_cast<std::size_t>(i)];
        if (static_cast<std::ptrdiff_t>(other.curve) == curve
            && static_cast<std::ptrdiff_t>(other.point) <= point) {
            if (point >= 0 && i != m_current)
                choosePart(i);
            return;
        }
    }
}

void SweepChart::resizeEvent(QResizeEvent*) { rebuild(); }

} // namespace ui
