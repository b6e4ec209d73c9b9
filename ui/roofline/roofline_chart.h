#pragma once

#include "profiler/statistics/roofline.h"
#include "ui/charts/chart_view.h"

#include <QPointF>

#include <memory>

namespace ui {

/// Roofline chart: performance of each operator against the machine's ceilings, on logarithmic
/// axes. The wheel zooms at the pointer, dragging moves, Home shows all, arrow keys move from dot
/// to dot.
class RooflineChart : public ChartView {
    Q_OBJECT

public:
    explicit RooflineChart(ActionTable& actions, QWidget* parent = nullptr);

    /// Null clears the chart.
    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Roofline> roofline);
    /// Sets whether each step is selected, by the step's number. Selected dots are outlined.
    void setSelected(std::vector<bool> isSelected);
    const profiler::RoofView& view() const { return m_view; }
    const profiler::Figure& figure() const { return m_figure; }
    void zoomBy(double factor);
    void showAll();
    /// The rectangle of a step's dot; empty if it is not visible.
    QRectF dotOf(engine::StepId step) const;
    /// The points of the cache levels of the chosen operator, drawn over the figure. Empty if no
    /// misses were counted.
    const std::vector<profiler::Shape>& levels() const { return m_levels.shapes; }
    /// The text of the ceiling near a point: its value, and how, where and when it was measured.
    /// Empty if there is none.
    QString ceilingAt(QPointF point) const;

    int partCount() const override { return static_cast<int>(m_dots.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    bool isPartSelected(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;

    QSize sizeHint() const override { return { 480, 220 }; }

signals:
    void stepChosen(engine::StepId step);

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;
    void fillMenu(QMenu& menu) override;
    QString tipAt(QPoint point) const override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void rebuildLevels();
    void setView(const profiler::RoofView& view);
    profiler::RoofPlane plane() const;
    const profiler::Shape& dot(int part) const
    {
        return m_figure.shapes[m_dots[static_cast<std::size_t>(part)]];
    }

    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Roofline> m_roofline;
    profiler::RoofView m_view;
    profiler::RoofLabels m_captions;
    profiler::Figure m_figure;
    profiler::Figure m_levels;
    std::vector<std::size_t> m_dots; ///< shapes of m_figure that are dots of steps, largest first
    std::vector<bool> m_isSelected;
    engine::StepId m_current;
    QPointF m_pressed;
    profiler::RoofView m_pressedView;
    bool m_isDragging = false;
    bool m_hasMoved = false;
};

} // namespace ui
