#pragma once

#include <QWidget>

class QLabel;

namespace ui {

class CanvasView;

/// Zoom out, the zoom in percent, zoom in, fit everything, fit the selection.
class ZoomBar : public QWidget {
    Q_OBJECT

public:
    explicit ZoomBar(CanvasView* canvas, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    CanvasView* m_canvas;
    QLabel* m_percent;
};

} // namespace ui
