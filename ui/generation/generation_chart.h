#pragma once

#include "profiler/charts/generation_figure.h"
#include "ui/charts/chart_view.h"

#include <memory>
#include <optional>

namespace ui {

/// The chart "Time per token over position" of a generation. A part is a token. A click, Left and
/// Right choose one.
class GenerationChart : public ChartView {
    Q_OBJECT

public:
    GenerationChart(ActionTable& actions, QWidget* parent);

    /// Null: nothing is shown.
    void set(std::shared_ptr<const profiler::GenerationReport> report);
    void setView(profiler::GenerationView view);
    /// Marks the token of this position without emitting positionChosen().
    void setPosition(std::optional<qint64> position);
    QSize sizeHint() const override { return { 600, 280 }; }

    int partCount() const override;
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;

signals:
    void positionChosen(qint64 position);

protected:
    std::optional<int> partAt(QPointF point) const override;
    void paintChart(QPainter& painter) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    double xOf(int part) const;

    std::shared_ptr<const profiler::GenerationReport> m_report;
    profiler::GenerationView m_view = profiler::GenerationView::Token;
    std::optional<qint64> m_position;
    profiler::GenerationFigure m_figure;
};

} // namespace ui
