#pragma once

#include <QRectF>
#include <QString>

class QWidget;

namespace ui {

/// The parts of a chart (bars, dots, frames) in reading order, for assistive tools. A widget that
/// derives from this class and calls installChartAccessibility() can be read and operated part by
/// part.
class ChartParts {
public:
    virtual ~ChartParts() = default;

    virtual int partCount() const = 0;
    /// The text of the part, as in its tool tip; the first line is its name.
    virtual QString partText(int part) const = 0;
    /// In widget coordinates.
    virtual QRectF partRect(int part) const = 0;
    virtual bool isPartSelected(int part) const = 0;
    /// The part that has the keyboard focus; -1 if none.
    virtual int currentPart() const = 0;
    /// Does what a click on the part does.
    virtual void choosePart(int part) = 0;
};

/// Makes all widgets that derive from ChartParts accessible. May be called repeatedly.
void installChartAccessibility();
/// Notifies assistive tools of the part that has the keyboard focus. Does nothing if there is none.
void announcePart(QWidget* chart);

} // namespace ui
