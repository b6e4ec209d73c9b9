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
/// Zoom factor of one step of the wheel or a key.
constexpr double zoomStep = 1.2;

QPointF toScreen(const ViewState& view, layout::Point point);
QRectF toScreen(const ViewState& view, const layout::Rect& rect);
QPointF toScene(const ViewState& view, QPointF screen);
/// The scene area in the viewport.
layout::Rect visibleArea(const ViewState& view);

/// Zoomed by `factor`; the scene point under `anchor` (screen) stays in place. Clamped to the
/// allowed zooms.
ViewState zoomedAt(ViewState view, double factor, QPointF anchor);
/// Moved by pixels: the scene follows the pointer.
ViewState panned(ViewState view, QPointF pixels);
/// The same zoom, with `scenePoint` in the middle.
ViewState centredOn(ViewState view, QPointF scenePoint);
/// All of `area` in view, at a zoom of at most 1.
ViewState fittedTo(ViewState view, const layout::Rect& area);
/// The same, unless the shorter side would be less than 12 pixels: then the part of `area` around
/// the middle of the viewport, at a zoom of 0.1.
ViewState fittedWithMinimumSize(ViewState view, const layout::Rect& area);
/// The full width in view, from the top; the zoom is limited to 0.5 to 1.
ViewState fittedToWidth(ViewState view, const layout::Rect& bounds);
/// Moved as little as possible so that `area` lies in the viewport with a margin.
ViewState revealing(ViewState view, const layout::Rect& area);
/// Limited so that a part of the scene stays in view.
ViewState kept(ViewState view, const layout::Rect& bounds);

/// How much is drawn. Depends on the zoom only, so that a pan never changes it.
enum class Detail { Pixels, Blocks, Cards, Full };
Detail detailAt(double zoom);

} // namespace ui
