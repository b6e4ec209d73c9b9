#pragma once

#include "layout/scene/geometry.h"

#include <QPointF>
#include <QRectF>
#include <QSize>

namespace ui {

/// Which part of a scene a viewport shows. The origin is double, because a scene may be millions of
/// units long.
struct ViewState {
    QPointF origin; ///< scene point at the top left of the viewport
    double zoom = 1; ///< device-independent pixels per unit
    QSize size; ///< of the viewport, in device-independent pixels
    double pixelRatio = 1;

    bool operator==(const ViewState&) const = default;
};

constexpr double minimumZoom = 0.0002;
constexpr double maximumZoom = 4;
/// Zoom of one step of wheel or key.
constexpr double zoomStep = 1.2;

QPointF toScreen(const ViewState& view, layout::Point point);
QRectF toScreen(const ViewState& view, const layout::Rect& rect);
QPointF toScene(const ViewState& view, QPointF screen);
/// The scene area in the viewport.
layout::Rect visibleArea(const ViewState& view);

/// Zoomed by `factor`, keeping the scene point under `anchor` (screen) where it is. Clamped to the
/// allowed zooms.
ViewState zoomedAt(ViewState view, double factor, QPointF anchor);
/// Moved by pixels: the scene follows the pointer.
ViewState panned(ViewState view, QPointF pixels);
/// Zoom unchanged, `point` in the middle.
ViewState centredOn(ViewState view, QPointF scenePoint);
/// Everything in view, never larger than 1.
ViewState fittedTo(ViewState view, const layout::Rect& area);
/// The same, but never so small that the shorter side is a line: then the part around the middle of
/// the viewport.
ViewState fittedAsFarAsSeen(ViewState view, const layout::Rect& area);
/// The whole width in view, between 0.5 and 1, showing the top.
ViewState fittedToWidth(ViewState view, const layout::Rect& bounds);
/// Moved as little as possible so that `area` lies in the viewport with a margin.
ViewState revealing(ViewState view, const layout::Rect& area);
/// Kept within reach: at least a part of the scene stays in view.
ViewState kept(ViewState view, const layout::Rect& bounds);

/// How much is drawn, by zoom only, so that a pan never changes it (ux.md 4.1).
enum class Detail { Pixels, Blocks, Cards, Full };
Detail detailAt(double zoom);

} // namespace ui
