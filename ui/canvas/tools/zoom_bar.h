#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class CanvasView;

/// A bar over the graph: zoom out, the zoom in percent, zoom in, fit the graph, fit the selection,
/// steps of marked neighbours, isolate.
class ZoomBar : public QWidget {
    Q_OBJECT

public:
    explicit ZoomBar(CanvasView* canvas, QWidget* parent = nullptr);

    /// Adds a button for a checkable action.
    void addToggle(QAction* action);
    /// Adds a button with a menu of actions.
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
