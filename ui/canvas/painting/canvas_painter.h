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

/// Paints a scene: on screen, to PNG and PDF, and in tests. Draws only what is visible, with the
/// detail of its zoom. Keeps caches for one content and theme; used by one thread at a time.
class CanvasPainter {
public:
    /// `content` must not be empty.
    CanvasPainter(CanvasContent content, model::ThemeKind theme);

    const CanvasContent& content() const { return m_content; }
    model::ThemeKind theme() const { return m_theme; }

    /// Calls paintBase, then paintMarks. The viewport is at (0, 0), in device-independent pixels.
    /// `least` is the lowest detail to use: exports use Detail::Full.
    void paint(QPainter& painter, const ViewState& view, const CanvasMarks& marks,
        Detail least = Detail::Pixels);

    /// Paints all that does not depend on selection and pointer; FrameCache keeps the result. Stops
    /// early, with an incomplete picture, if `stop` is requested.
    void paintBase(QPainter& painter, const ViewState& view, Detail detail,
        const UnfadedBoxes& kept = {}, const std::stop_token& stop = {});
    /// Paints selection, neighbours, hover and focus over the base of the same view.
    void paintMarks(
        QPainter& painter, const ViewState& view, Detail detail, const CanvasMarks& marks);

    /// The plain colour of every box: category or heat. Computed at the first call.
    const std::vector<QRgb>& boxColours() { return *sharedBoxColours(); }
    std::shared_ptr<const std::vector<QRgb>> sharedBoxColours();
    bool hasBoxColours() const { return m_boxColours != nullptr; }
    /// Takes the colours of a painter with the same content and theme.
    void adoptBoxColours(std::shared_ptr<const std::vector<QRgb>> colours)
    {
        m_boxColours = std::move(colours);
    }

private:
    PaintFrame frameOf(QPainter& painter, const ViewState& view, Detail detail,
        const CanvasMarks& marks, std::stop_token stop = {});
    void paintItems(PaintFrame& frame);
    void paintUnfaded(PaintFrame& frame, const std::vector<std::uint32_t>& kept);
    void paintFar(PaintFrame& frame);

    CanvasContent m_content;
    model::ThemeKind m_theme;
    layout::SceneQuery m_query;
    CardCache m_cards;
    std::shared_ptr<const std::vector<QRgb>> m_boxColours;
};

/// The plain colour of one box, for minimap and far zooms.
QRgb boxColour(const CanvasContent& content, const layout::Overlay::Range& range, std::uint32_t box,
    model::ThemeKind theme);

} // namespace ui
