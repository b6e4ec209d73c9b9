#pragma once

#include "layout/scene/scene.h"
#include "ui/canvas/view_state.h"

#include <QColor>
#include <QPointF>

#include <cstdint>
#include <optional>

class QPainter;

namespace ui {

/// The end of a line that is dragged to another card.
struct LineDrag {
    enum class End { Producer, Reader };

    std::uint32_t line = layout::noIndex; ///< a piece in the scene
    End end = End::Producer;
    QPointF fixed; ///< the other end of the piece, on the screen
};

/// The end of the line that lies within reach of a point of the screen; nothing if the point is
/// farther away, or if other pieces of the line follow there.
std::optional<LineDrag> lineDragAt(
    const layout::Scene& scene, const ViewState& view, std::uint32_t line, QPointF position);

/// Draws the dragged line to the pointer.
void paintLineDrag(QPainter& painter, const LineDrag& drag, QPointF pointer, const QColor& colour);

} // namespace ui
