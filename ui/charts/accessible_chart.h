#pragma once

#include "ui/charts/chart_parts.h"
#include "ui/widgets/tip_widget.h"

namespace ui {

/// Base class of charts: parts for assistive tools, tool tips, a visible focus. A subclass draws
/// the content and describes its parts.
class AccessibleChart : public TipWidget, public ChartParts {
    Q_OBJECT

public:
    AccessibleChart(const QString& name, QWidget* parent);

    bool isPartSelected(int part) const override { return part == currentPart(); }

protected:
    /// Draws everything except the focus frame.
    virtual void paintChart(QPainter& painter) = 0;

    void paintEvent(QPaintEvent* event) override;
    /// With Ctrl held, shows the tool tip without Qt's delay.
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

} // namespace ui
