#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class CanvasView;

/// Zoom out, the zoom in percent, zoom in, fit everything, fit the selection; how far neighbours
/// are shown, and isolating them.
class ZoomBar : public QWidget {
    Q_OBJECT

public:
    explicit ZoomBar(CanvasView* canvas, QWidget* parent = nullptr);

    /// A button for an action that is switched on and off.
    void addToggle(QAction* action);
    /// A button with a menu of actions.
    void addMenu(const char* sign, const QString& text, const QList<QAction*>& actions);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    QToolButton* addButton(const char* sign, const QString& text);

    CanvasView* m_canvas;
    QLabel* m_percent;
    QHBoxLayout* m_row;
};

} // namespace ui
