#pragma once

#include <QRectF>
#include <QString>

class QWidget;

namespace ui {

/// What a chart consists of, for assistive tools: bars, dots, frames, in reading order. A widget
/// that is one of these and calls installChartAccessibility() can be read and operated part by
/// part.
class ChartParts {
public:
    virtual ~ChartParts() = default;

    virtual int partCount() const = 0;
    /// What the part says when pointed at: its name first.
    virtual QString partText(int part) const = 0;
    /// In the widget's coordinates.
    virtual QRectF partRect(int part) const = 0;
    virtual bool isPartSelected(int part) const = 0;
    /// The part that the keyboard stands on; -1 if none.
    virtual int currentPart() const = 0;
    /// As a click on it.
    virtual void choosePart(int part) = 0;
};

/// Makes all widgets that are ChartParts readable. Safe to call repeatedly.
void installChartAccessibility();
/// Tells assistive tools where the keyboard stands now.
void announcePart(QWidget* chart);

} // namespace ui
