#pragma once

#include "ui/canvas/canvas_content.h"
#include "ui/canvas/painting/card_cache.h"
#include "ui/canvas/view_state.h"

#include <QPainter>
#include <QRgb>

#include <memory>
#include <stop_token>
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

    /// Viewport at (0, 0), in device-independent pixels: paintBase, then paintMarks. `least` raises
    /// the detail: exports draw everything in full.
    void paint(QPainter& painter, const ViewState& view, const CanvasMarks& marks,
        Detail least = Detail::Pixels);

    /// All that does not change with selection and pointer: what a FrameCache keeps. Stops early,
    /// with half a picture, when `stop` says so.
    void paintBase(QPainter& painter, const ViewState& view, Detail detail,
        const KeptBoxes& kept = {}, const std::stop_token& stop = {});
    /// Selection, neighbours, hover and focus, over a base of the same view.
    void paintMarks(
        QPainter& painter, const ViewState& view, Detail detail, const CanvasMarks& marks);

    /// The colour of every box without its card: category or heat. Made when first asked for.
    const std::vector<QRgb>& boxColours() { return *sharedBoxColours(); }
    std::shared_ptr<const std::vector<QRgb>> sharedBoxColours();
    bool hasBoxColours() const { return m_boxColours != nullptr; }
    /// Of a painter with the same content and theme.
    void adoptBoxColours(std::shared_ptr<const std::vector<QRgb>> colours)
    {
        m_boxColours = std::move(colours);
    }

private:
    PaintFrame frameOf(QPainter& painter, const ViewState& view, Detail detail,
        const CanvasMarks& marks, std::stop_token stop = {});
    void paintItems(PaintFrame& frame);
    void paintKept(PaintFrame& frame, const std::vector<std::uint32_t>& kept);
    void paintFar(PaintFrame& frame);

    CanvasContent m_content;
    model::ThemeKind m_theme;
    layout::SceneQuery m_query;
    CardCache m_cards;
    std::shared_ptr<const std::vector<QRgb>> m_boxColours;
};

/// The colour of one box without its card, for minimap and far zooms.
QRgb boxColour(const CanvasContent& content, const layout::Overlay::Range& range, std::uint32_t box,
    model::ThemeKind theme);

} // namespace ui
