#pragma once

#include "profiler/charts/charts.h"
#include "profiler/tables/profile.h"
#include "ui/charts/accessible_chart.h"
#include "ui/memory/memory_geometry.h"

#include <memory>
#include <optional>

namespace ui {

/// Chart of live bytes over one run: weights as the lower band, activations above it, the peak
/// marked. A click or the arrow keys choose a time.
class MemoryChart : public AccessibleChart {
    Q_OBJECT

public:
    explicit MemoryChart(QWidget* parent = nullptr);

    /// Shows a run and chooses the time of its peak. A null profile clears the chart.
    void set(std::shared_ptr<const profiler::Profile> profile, profiler::LiveMemory memory,
        std::uint32_t run);
    std::int64_t moment() const { return m_moment; }
    void setMoment(std::int64_t ns);
    /// Shades the lifetime of a value or the duration of a step.
    void setSpan(std::optional<profiler::TimeSpan> span);
    /// Bytes of live activations at a time of the run.
    std::uint64_t bytesAt(std::int64_t ns) const;
    const MemoryGeometry& geometryOfChart() const { return m_geometry; }

    QSize sizeHint() const override { return { 420, 200 }; }

    /// Parts for assistive tools: the intervals between two changes.
    int partCount() const override { return static_cast<int>(m_memory.samples.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;

signals:
    void momentChosen(std::int64_t ns);

protected:
    void paintChart(QPainter& painter) override;
    QString tipAt(QPoint point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The last sample not later than `ns`; 0 if there is none.
    std::size_t sampleAt(std::int64_t ns) const;
    void choose(std::int64_t ns);
    void drawAxes(QPainter& painter) const;
    void drawWeights(QPainter& painter) const;
    void drawActivations(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;

    std::shared_ptr<const profiler::Profile> m_profile;
    profiler::LiveMemory m_memory;
    MemoryGeometry m_geometry;
    std::int64_t m_moment = 0;
    std::optional<profiler::TimeSpan> m_span;
};

} // namespace ui
