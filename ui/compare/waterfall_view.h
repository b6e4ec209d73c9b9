#pragma once

#include "profiler/comparison/comparison.h"

#include <QRectF>
#include <QWidget>

#include <vector>

namespace ui {

/// One bar of a waterfall in whole nanoseconds: where it begins and ends.
struct WaterfallBar {
    QString label;
    double fromNs = 0;
    double toNs = 0;
    enum class Kind { Total, Faster, Slower, Noise } kind = Kind::Noise;
};
/// The walls at the ends, the largest parts between them, the others in one bar: at most `most`.
/// Each bar begins where the one before ended.
std::vector<WaterfallBar> waterfallBars(const profiler::Waterfall& waterfall, std::size_t most);

/// Where the difference of two walls comes from. The scale begins above 0 if the parts would else
/// be too small to see, and says so.
class WaterfallView : public QWidget {
    Q_OBJECT

public:
    explicit WaterfallView(QWidget* parent = nullptr);
    void set(std::vector<WaterfallBar> bars);
    const std::vector<WaterfallBar>& bars() const { return m_bars; }

    QSize sizeHint() const override { return { 600, 170 }; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF barRect(std::size_t i) const;
    double yOf(double ns) const;

    std::vector<WaterfallBar> m_bars;
    double m_lowNs = 0;
    double m_highNs = 1;
};

} // namespace ui
