#pragma once

#include <QWidget>

namespace ui {

/// A widget whose tool tip depends on the place of the pointer.
class TipWidget : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

protected:
    /// The plain text for a point; empty if there is none.
    virtual QString tipAt(QPoint point) const = 0;
    /// Shows the tip at once; Qt's own tool tip comes after a delay.
    void showTip(QPoint point);

    bool event(QEvent* event) override;
};

} // namespace ui
