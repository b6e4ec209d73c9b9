#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/tensors/tensor_slice.h"

#include <QWidget>

#include <stop_token>
#include <vector>

namespace ui {

/// Rows of a slice as curves. Each row is reduced to at most `lineColumns` parts, and each part to
/// its smallest and largest element.
struct TensorLines {
    struct Line {
        std::string label; ///< indices of the row
        std::vector<float> low;
        /// Equal to `low` if a part is one element; NaN if none of its elements is a number.
        std::vector<float> high;
    };
    std::vector<Line> lines;
    std::uint64_t rows = 0; ///< of the slice; may exceed the number of lines
    std::int64_t firstColumn = 0;
    std::uint64_t columns = 0; ///< number of elements in a row
    double smallest = 0;
    double largest = 0;
};

constexpr std::size_t lineColumns = 1024;
constexpr std::size_t maxLines = 8;

/// Reduces the rows of a slice to curves; fails only if stopped.
support::Result<TensorLines> makeTensorLines(
    const model::TensorElements& content, const SliceView& slice, std::stop_token stop = {});

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
