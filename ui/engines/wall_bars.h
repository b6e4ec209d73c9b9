#pragma once

#include "profiler/charts/charts.h"
#include "ui/engines/engine_comparison.h"
#include "ui/widgets/tip_widget.h"

#include <memory>
#include <string>
#include <vector>

namespace ui {

/// The colour of an engine in bars and legend: by its position in the comparison.
profiler::Paint enginePaint(std::size_t engine);
/// `11.42 ms ± 0.06`: a wall and the larger half of its 95 % interval.
std::string wallText(const EngineMeasurement& measured);
/// The walls of all engines as bars with their 95 % intervals, by number of threads, on one axis
/// from 0. Also for the report. Names are expected to be short.
profiler::Figure wallFigure(const EngineComparison& comparison, double width);

/// The bars of the walls. A click on a bar chooses its measurement.
class WallBars : public TipWidget {
    Q_OBJECT

public:
    explicit WallBars(QWidget* parent = nullptr);
    void set(std::shared_ptr<const EngineComparison> comparison);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(std::size_t engine, int threads);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    QString tipAt(QPoint point) const override;

private:
    profiler::Figure figure() const;

    std::shared_ptr<const EngineComparison> m_comparison;
};

/// One bar divided by shares, with a tool tip for each part.
class ShareBar : public TipWidget {
    Q_OBJECT

public:
    struct Part {
        QString text; ///< `by name 2 %`
        double share = 0; ///< 0 to 1
        QByteArray token; ///< colour
    };

    explicit ShareBar(QWidget* parent = nullptr);
    void set(std::vector<Part> parts);
    const std::vector<Part>& parts() const { return m_parts; }

    QSize sizeHint() const override { return { 300, 14 }; }

protected:
    void paintEvent(QPaintEvent* event) override;
    QString tipAt(QPoint point) const override;

private:
    std::vector<Part> m_parts;
};

} // namespace ui
