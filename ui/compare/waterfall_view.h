#pragma once

#include "profiler/comparison/comparison_charts.h"
#include "ui/widgets/tip_widget.h"

#include <vector>

namespace ui {

using profiler::WaterfallBar;

/// The waterfall of the difference between two wall times, as in the report.
class WaterfallView : public TipWidget {
    Q_OBJECT

public:
    explicit WaterfallView(QWidget* parent = nullptr);
    void set(std::vector<WaterfallBar> bars);
    const std::vector<WaterfallBar>& bars() const { return m_bars; }

    QSize sizeHint() const override { return { 600, 170 }; }

protected:
    void paintEvent(QPaintEvent* event) override;
    QString tipAt(QPoint point) const override;

private:
    profiler::Figure figure() const;

    std::vector<WaterfallBar> m_bars;
};

} // namespace ui
