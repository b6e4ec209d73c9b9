#include "ui/charts/accessible_chart.h"

#include "ui/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace ui {

AccessibleChart::AccessibleChart(const QString& name, QWidget* parent)
    : TipWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // The factory must be installed before the first query, because Qt caches the interface.
    installChartAccessibility();
    setAccessibleName(name);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void AccessibleChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    paintChart(painter);
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColour("accent"), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void AccessibleChart::mouseMoveEvent(QMouseEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) && event->buttons() == Qt::NoButton)
        showTip(event->pos());
}

void AccessibleChart::focusInEvent(QFocusEvent*)
{
    update();
    announcePart(this);
}

void AccessibleChart::focusOutEvent(QFocusEvent*) { update(); }

} // namespace ui
