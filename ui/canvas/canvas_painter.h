#pragma once

#include "ui/canvas/canvas_content.h"
#include "ui/canvas/card_cache.h"
#include "ui/canvas/view_state.h"

#include <QPainter>
#include <QRgb>

#include <vector>

namespace ui {

struct PaintFrame;

/// Paints a scene: the one painter for screen, PNG, PDF and tests. Only what is visible is drawn,
/// at the detail its size deserves. Keeps caches for one content and theme; used by one thread at a
/// time.
class CanvasPainter {
public:
    /// `content` must not be empty.
    CanvasPainter(CanvasContent content, model::ThemeKind theme);

    const CanvasContent& content() const { return m_content; }
    model::ThemeKind theme() const { return m_theme; }

    /// Viewport at (0, 0), in device-independent pixels. `least` raises the detail: exports draw
    /// everything in full. A cache of the last frame would stand before this function: it depends
    /// on nothing but its arguments and the content.
    void paint(QPainter& painter, const ViewState& view, const CanvasMarks& marks,
        Detail least = Detail::Pixels);

    /// The colour of every box without its card: category or heat.
    const std::vector<QRgb>& boxColours();

private:
    void paintFar(PaintFrame& frame);

    CanvasContent m_content;
    model::ThemeKind m_theme;
    layout::SceneQuery m_query;
    CardCache m_cards;
    std::vector<QRgb> m_boxColours;
};

/// The colour of one box without its card, for minimap and far zooms.
QRgb boxColour(const CanvasContent& content, const layout::Overlay::Range& range, std::uint32_t box,
    model::ThemeKind theme);

} // namespace ui
