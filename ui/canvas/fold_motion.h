#pragma once

#include "ui/canvas/painting/canvas_painter.h"

#include <memory>
#include <vector>

namespace ui {

/// Boxes on their way from the places of one picture to those of another: what stays moves, what
/// comes out of a group grows out of its card, what goes into one is gone at once.
class FoldMotion {
public:
    /// `shift` leads from coordinates of the old scene to those of the new one. Null if nothing
    /// moves, or more than a person could follow.
    static std::unique_ptr<FoldMotion> between(const layout::Scene& old,
        const CanvasContent& content, QPointF shift, model::ThemeKind theme);

    void setTime(double share); ///< 0 = old places, 1 = new ones
    void paint(QPainter& painter, const ViewState& view);

private:
    FoldMotion(const CanvasContent& content, model::ThemeKind theme);

    std::shared_ptr<const layout::Scene> m_target;
    std::shared_ptr<layout::Scene> m_scene; ///< at the current time
    std::vector<layout::Rect> m_boxes; ///< where they begin
    std::vector<layout::Rect> m_frames;
    std::unique_ptr<CanvasPainter> m_painter;
};

} // namespace ui
