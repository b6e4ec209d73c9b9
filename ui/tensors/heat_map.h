#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/tensors/tensor_slice.h"
#include "ui/widgets/tip_widget.h"

#include <QImage>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace ui {

/// A slice reduced to at most one number per pixel. Each number is the element with the largest
/// magnitude of its area, so that a single outlier stays visible.
struct HeatGrid {
    int width = 0;
    int height = 0;
    std::vector<float> values; ///< row-major; NaN if one of the elements is NaN
    bool operator==(const HeatGrid&) const = default;
};

constexpr int heatGridSide = 1024;

/// Reduces a slice. Polls `stop`; fails only if stopped.
support::Result<HeatGrid> makeHeatGrid(
    const model::TensorElements& content, const SliceView& slice, std::stop_token stop = {});

/// Draws a HeatGrid with rulers in element indices. A click or the arrow keys select a cell.
class HeatMap : public TipWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget* parent = nullptr);

    void set(std::shared_ptr<const model::TensorElements> content, SliceView slice, HeatGrid grid);
    void clear();
    /// Sets the magnitude that has the strongest colour.
    void setScale(double magnitude);
    void setCell(std::uint64_t row, std::uint64_t column);

    /// One pixel per cell of the grid.
    const QImage& image() const { return m_image; }

    QSize sizeHint() const override { return { 600, 360 }; }
    QSize minimumSizeHint() const override { return { 120, 80 }; }

signals:
    void cellChosen(std::uint64_t row, std::uint64_t column);

protected:
    QString tipAt(QPoint point) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF mapRect() const;
    std::optional<SliceView::Cell> cellAt(const QPointF& point) const;
    QRectF cellRect(const SliceView::Cell& cell) const;
    void recolour();
    void drawRulers(QPainter& painter, const QRectF& map) const;
    QString describe(const SliceView::Cell& cell) const;

    std::shared_ptr<const model::TensorElements> m_content;
    SliceView m_slice;
    HeatGrid m_grid;
    QImage m_image;
    double m_scale = 1;
    SliceView::Cell m_cell;
};

} // namespace ui
