#pragma once

#include "model/contents/channel_statistics.h"
#include "ui/widgets/tip_widget.h"

#include <QString>

#include <vector>

namespace ui {

/// Histograms of several tensors over the same range, drawn over each other: the first one filled,
/// the others as lines. A click switches between linear and logarithmic counts.
class DistributionView : public TipWidget {
    Q_OBJECT

public:
    static constexpr std::size_t maximumSeries = 5;
    struct Series {
        QString name;
        model::Histogram histogram;
    };

    explicit DistributionView(QWidget* parent = nullptr);

    void set(std::vector<Series> series);
    const std::vector<Series>& series() const { return m_series; }

    QSize sizeHint() const override { return { 600, 320 }; }

protected:
    QString tipAt(QPoint point) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRectF plot() const;
    /// Of the elements of its tensor: tensors of different sizes can be compared.
    double heightOf(const Series& series, std::size_t bin) const;
    void drawAxes(QPainter& painter) const;
    void drawSeries(QPainter& painter, std::size_t index) const;
    void drawLegend(QPainter& painter) const;

    std::vector<Series> m_series;
    double m_most = 0; ///< largest share of a bin
    bool m_isLogarithmic = false;
};

} // namespace ui
