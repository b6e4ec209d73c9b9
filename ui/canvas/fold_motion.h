#pragma once

#include "ui/canvas/painting/canvas_painter.h"

#include <memory>
#include <vector>

namespace ui {

/// Animates boxes from one picture to the next. Boxes of both pictures move to their new places,
/// boxes that were inside a group grow out of its card, and boxes that were folded disappear at
/// once.
class FoldMotion {
public:
    /// `shift` is added to coordinates of the old scene to get those of the new one. Returns null
    /// if nothing moves, or more than a user could follow.
    static std::unique_ptr<FoldMotion> between(const layout::Scene& old,
        const CanvasContent& content, QPointF shift, model::ThemeKind theme);

    void setTime(double share); ///< 0 = old places, 1 = new ones
    void paint(QPainter& painter, const ViewState& view);

private:
    FoldMotion(const CanvasContent& content, model::ThemeKind theme);

    std::shared_ptr<const layout::Scene> m_target;
    std::shared_ptr<layout::Scene> m_scene; ///< at the current time
    std::vector<layout::Rect> m_boxes; ///< start rectangles
    std::vector<layout::Rect> m_frames;
    std::unique_ptr<CanvasPainter> m_painter;
};

} // namespace ui
