#pragma once

#include "profiler/charts/fleet_figure.h"
#include "ui/charts/chart_view.h"

#include <functional>

namespace ui {

/// Chart with a dot for each measurement in order of time. Left and Right go from dot to dot.
class DotChart : public ChartView {
    Q_OBJECT

public:
    /// Draws the chart at a size.
    using Draw = std::function<profiler::FleetFigure(double width, double height)>;

    DotChart(ActionTable& actions, const QString& name, QWidget* parent = nullptr);

    /// Shows a figure; without `draw` nothing. No dot is marked.
    void set(Draw draw);
    /// Marks a dot; -1: none.
    void setCurrent(int dot);

    int partCount() const override { return static_cast<int>(m_figure.dots.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    int currentPart() const override { return m_current < partCount() ? m_current : -1; }
    void choosePart(int part) override;

    QSize sizeHint() const override { return { 600, 240 }; }

signals:
    void dotChosen(int dot);

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    const profiler::Shape& dot(int part) const
    {
        return m_figure.figure.shapes[m_figure.dots[static_cast<std::size_t>(part)]];
    }

    Draw m_draw;
    profiler::FleetFigure m_figure;
    int m_current = -1;
};

} // namespace ui
