#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>

#include <vector>

class QPainter;

namespace ui {

/// A step function of time, drawn as a line with the area below it filled.
struct StepFunction {
    std::vector<QPointF> changes; ///< ascending x; y holds from this x on
    double end = 0; ///< x at which the last step ends
    double base = 0; ///< y of the value zero
    QRectF plot; ///< drawing is limited to this rectangle
    QColor line;
    QColor area;
    double width = 1.2; ///< of the line, in pixels
};

/// Draws the step function. Where changes are closer than pixels, a column shows the range of all
/// its values: peaks stay visible, and the cost depends on the plot's size only.
void drawStepCourse(QPainter& painter, const StepFunction& course);

} // namespace ui
