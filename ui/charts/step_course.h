#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>

#include <vector>

class QPainter;

namespace ui {

/// A quantity over time that stays the same between changes, as a line with the area below it.
struct StepCourse {
    std::vector<QPointF> changes; ///< x ascends; y from there on
    double end = 0; ///< x behind the last one
    double base = 0; ///< y of nothing
    QRectF plot; ///< nothing is drawn beside it
    QColor line;
    QColor area;
    double width = 1.2; ///< of the line
};

/// Where changes are closer than pixels, a column shows the range of all that fall into it: a peak
/// stays visible however many there are, and the cost follows the screen.
void drawStepCourse(QPainter& painter, const StepCourse& course);

} // namespace ui
