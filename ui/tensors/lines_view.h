#pragma once

#include "ui/tensors/tensor_content.h"
#include "ui/tensors/tensor_slice.h"

#include <QWidget>

#include <stop_token>
#include <vector>

namespace ui {

/// Rows of a slice as curves, reduced to the smallest and largest element of each of at most
/// `lineColumns` parts.
struct TensorLines {
    struct Line {
        std::string label; ///< indices that the row stands for
        std::vector<float> low;
        std::vector<float>
            high; ///< equal to `low` where a part is one element; NaN where none is a number
    };
    std::vector<Line> lines;
    std::uint64_t rows = 0; ///< of the slice; more than lines if there are too many
    std::int64_t firstColumn = 0;
    std::uint64_t columns = 0; ///< elements across
    double smallest = 0;
    double largest = 0;
};

constexpr std::size_t lineColumns = 1024;
constexpr std::size_t mostLines = 8;

/// Fails only when stopped.
support::Result<TensorLines> makeTensorLines(
    const TensorContent& content, const SliceView& slice, std::stop_token stop = {});

/// Draws TensorLines with axes and a legend.
class LinesView : public QWidget {
    Q_OBJECT

public:
    explicit LinesView(QWidget* parent = nullptr);

    void set(TensorLines lines);
    const TensorLines& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF plot() const;
    void drawAxes(QPainter& painter, const QRectF& plot) const;
    void drawLegend(QPainter& painter, const QRectF& plot) const;

    TensorLines m_lines;
};

} // namespace ui
