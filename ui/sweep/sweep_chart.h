#pragma once

#include "profiler/charts/sweep_figure.h"
#include "ui/charts/chart_view.h"

#include <set>

namespace ui {

/// Chart of time over size, one curve per operator type or operator, with knees marked. Arrow keys
/// move along a curve and between curves.
class SweepChart : public ChartView {
    Q_OBJECT

public:
    explicit SweepChart(ActionTable& actions, QWidget* parent = nullptr);

    void set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves);
    void setScale(profiler::SweepScale scale);
    profiler::SweepScale scale() const { return m_scale; }
    const std::vector<profiler::SweepCurve>& curves() const { return m_curves; }
    /// Sets the curves of items selected elsewhere; they are drawn thicker.
    void setSelected(std::set<std::size_t> curves);
    const std::set<std::size_t>& selected() const { return m_selected; }

    int partCount() const override { return static_cast<int>(m_figure.dots.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    bool isPartSelected(int part) const override;
    int currentPart() const override { return m_current < partCount() ? m_current : -1; }
    void choosePart(int part) override;

    QSize sizeHint() const override { return { 480, 220 }; }

signals:
    void curveChosen(std::size_t curve);

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void moveSelection(int alongCurve, int toCurve);
    const profiler::Shape& dot(int part) const
    {
        return m_figure.figure.shapes[m_figure.dots[static_cast<std::size_t>(part)].shape];
    }

    profiler::Sweep m_sweep;
    std::vector<profiler::SweepCurve> m_curves;
    profiler::SweepScale m_scale = profiler::SweepScale::Logarithmic;
    profiler::SweepFigure m_figure;
    std::set<std::size_t> m_selected;
    int m_current = -1;
};

} // namespace ui
