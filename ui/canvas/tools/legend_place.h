#pragma once

#include <QList>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QSize>

#include <optional>

namespace ui {

/// The space in which the legend is placed.
struct LegendRoom {
    QRect area; ///< of the canvas
    QList<QRect> taken; ///< by other widgets over the graph
    QRectF selection; ///< box of the selected node; may be empty
    /// Preferred place as shares, 0 to 1, of the free width and height; `(0, 1)` = bottom left.
    QPointF wanted { 0, 1 };
    int margin = 14;
};

/// Returns the wanted place, else the first corner, where the legend covers neither the selection
/// nor other widgets; nothing if there is none.
std::optional<QPoint> legendPlace(const LegendRoom& room, QSize size);
/// Returns the first corner, as shares, where the legend covers neither cards nor other widgets;
/// nothing if there is none.
std::optional<QPointF> clearCorner(const LegendRoom& room, QSize size, const QList<QRectF>& cards);
QPoint wantedPlace(const LegendRoom& room, QSize size);
/// The inverse of wantedPlace.
QPointF shareOf(const LegendRoom& room, QSize size, QPoint place);

} // namespace ui
