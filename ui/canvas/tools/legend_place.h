#pragma once

#include <QList>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QSize>

#include <optional>

namespace ui {

/// Where the legend may stand.
struct LegendRoom {
    QRect area; ///< of the canvas
    QList<QRect> taken; ///< by other things over the graph
    QRectF selection; ///< box of the selected node; may be empty
    QPointF wanted { 0, 1 }; ///< as a share of the free way, `(0, 1)` is the bottom left corner
    int margin = 14;
};

/// The wanted place, else the first corner that covers neither the selection nor what else stands
/// there; nothing if all do.
std::optional<QPoint> legendPlace(const LegendRoom& room, QSize size);
/// The share of the first corner where the legend covers no card and nothing else stands; nothing
/// if there is none.
std::optional<QPointF> clearCorner(const LegendRoom& room, QSize size, const QList<QRectF>& cards);
QPoint wantedPlace(const LegendRoom& room, QSize size);
/// The inverse of wantedPlace.
QPointF shareOf(const LegendRoom& room, QSize size, QPoint place);

} // namespace ui
