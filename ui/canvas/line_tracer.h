#pragma once

#include "layout/scene/scene.h"
#include "ui/canvas/view_state.h"

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace ui {

/// Computes the parts of a scene's lines that lie in the viewport, in pixels. Curves are flattened
/// and pieces outside are dropped here, because QPainter needs time for every pixel of a line,
/// visible or not.
class LineTracer {
public:
    LineTracer(const layout::Scene& scene, const ViewState& view);

    /// Runs of connected visible points; valid until the next call.
    const std::vector<QPolygonF>& trace(std::uint32_t line);
    /// The same with straight lines from point to point, for zooms at which bends are not visible.
    const std::vector<QPolygonF>& traceStraight(std::uint32_t line);

    /// Tip and the point before, in pixels: the direction of an arrowhead.
    QLineF arrival(std::uint32_t line) const;

private:
    void addPiece(QPointF from, QPointF to);
    void addCurve(layout::Point from, layout::Point to);

    const layout::Scene& m_scene;
    ViewState m_view;
    QRectF m_clip;
    std::vector<QPolygonF> m_runs;
    bool m_isOpen = false; ///< the next piece may continue the last run
};

} // namespace ui
