#pragma once

#include "ui/widgets/tip_widget.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

namespace ui {

/// What a histogram shows; positions are counted in bins from the left edge.
struct HistogramContent {
    struct Label {
        double at = 0;
        QString text;
    };
    std::vector<std::uint64_t> counts;
    std::vector<const char*> tones; ///< theme colour of each bar; empty = all `accent`
    std::vector<Label> labels; ///< below the bars
    double markAt = -1; ///< position of a dashed line; negative = none
    QString markText; ///< text beside the dashed line
    QString description; ///< for screen readers: the range of the values
    std::function<QString(std::size_t bin)> tip; ///< text of a bin without its count; may be empty
};

/// Draws a histogram with a logarithmic scale of counts. A click switches to a linear scale and
/// back.
class HistogramView : public TipWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    void set(HistogramContent content);
    const HistogramContent& content() const { return m_content; }
    bool isLinear() const { return m_isLinear; }

    QSize sizeHint() const override { return { 240, 130 }; }
    QSize minimumSizeHint() const override { return { 120, 110 }; }

protected:
    QString tipAt(QPoint point) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRectF barsRect() const;
    double heightOf(std::uint64_t count) const; ///< 0 to 1
    double placeOf(double at, const QRectF& bars) const; ///< x of a position
    void drawCounts(QPainter& painter, const QRectF& bars) const;
    void drawLabels(QPainter& painter, const QRectF& bars) const;
    void drawMark(QPainter& painter, const QRectF& bars) const;

    HistogramContent m_content;
    std::uint64_t m_most = 0;
    bool m_isLinear = false;
};

} // namespace ui
