#include "ui/fleet/dot_chart.h"

#include "ui/charts/figure_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <cmath>

namespace ui {

namespace {

constexpr double reach = 8; // distance in pixels from a dot's centre

} // namespace

DotChart::DotChart(ActionTable& actions, const QString& name, QWidget* parent)
    : ChartView(actions, name, parent)
{
    setMinimumSize(240, 120);
}

void DotChart::set(Draw draw)
{
    m_draw = std::move(draw);
    m_current = -1;
    rebuild();
}

void DotChart::setCurrent(int dot)
{
    m_current = dot;
    update();
}

void DotChart::rebuild()
{
    m_figure = m_draw ? m_draw(width(), height()) : profiler::FleetFigure();
    update();
}

QString DotChart::partText(int part) const { return plainLines(dot(part).tip); }
QRectF DotChart::partRect(int part) const { return boundsOf(dot(part)); }

void DotChart::choosePart(int part)
{
    m_current = part;
    update();
    emit dotChosen(part);
    announcePart(this);
}

std::optional<int> DotChart::partAt(QPointF point) const { return partNear(point, reach); }

void DotChart::paintChart(QPainter& painter)
{
    painter.setFont(scaledFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    paintFigure(painter, m_figure.figure);
    if (currentPart() < 0)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour("accent"), 2));
    painter.drawEllipse(partRect(currentPart()).adjusted(-3, -3, 3, 3));
}

void DotChart::resizeEvent(QResizeEvent*) { rebuild(); }

} // namespace ui
