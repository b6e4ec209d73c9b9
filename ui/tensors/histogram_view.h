#pragma once

#include "ui/tensors/tensor_statistics.h"

#include <QWidget>

namespace ui {

/// Bars of a tensor's values; counts on a log scale, a click changes to linear and back.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    void set(const TensorStatistics& statistics);
    bool isLinear() const { return m_isLinear; }

    QSize sizeHint() const override { return { 240, 130 }; }
    QSize minimumSizeHint() const override { return { 120, 110 }; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRectF barsRect() const;
    double heightOf(std::uint64_t count) const; ///< 0 to 1
    void drawAxes(QPainter& painter, const QRectF& bars) const;

    TensorStatistics m_statistics;
    std::uint64_t m_most = 0;
    bool m_isLinear = false;
};

} // namespace ui
