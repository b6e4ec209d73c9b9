#pragma once

#include "ui/canvas/canvas_content.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/card_cache.h"
#include "ui/canvas/view_state.h"

#include <QPainter>

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace ui {

/// The state of one painting of the canvas, shared by the functions below.
struct PaintFrame {
    QPainter& painter;
    const CanvasContent& content;
    const ViewState& view;
    const CanvasMarks& marks;
    CanvasStyle style;
    Detail detail;
    CardCache& cards;
    std::vector<std::uint32_t> boxes; ///< visible; empty while marks are painted
    std::vector<std::uint32_t> lines; ///< visible; empty while marks are painted
    std::stop_token stop; ///< requested if the picture is no longer needed
    bool isUnfadedPass = false; ///< only labels of `lines` are drawn; all others are faded

    const layout::Scene& scene() const { return *content.scene; }
    double zoom() const { return view.zoom; }
    bool isStopped() const { return stop.stop_requested(); }
    QRectF rect(std::uint32_t box) const { return toScreen(view, scene().boxes[box]); }
};

/// A line that is emphasised because its producer, reader or value is selected, or the pointer is
/// on it.
struct MarkedLine {
    std::uint32_t line;
    QColor colour;
    bool operator<(const MarkedLine& other) const { return line < other.line; }
};
/// Ascending; empty without a selection.
std::vector<MarkedLine> markedLines(
    const CanvasMarks& marks, const layout::Scene& scene, const CanvasStyle& style);

// The base, in painting order.
void paintGroupFrames(PaintFrame& frame);
void paintGroupCards(PaintFrame& frame); ///< folded groups
void paintLines(PaintFrame& frame);
void paintBlocks(PaintFrame& frame);
void paintCards(PaintFrame& frame);
void paintChips(PaintFrame& frame);
void paintLabels(PaintFrame& frame);
/// Paints the kept boxes at a far zoom over the faded picture.
void paintFarKept(PaintFrame& frame, std::span<const QRgb> colours);

// The marks over the base.
void paintMarkedLines(PaintFrame& frame, std::span<const MarkedLine> marked);
void paintMarkedLabels(PaintFrame& frame, std::span<const MarkedLine> marked);
void paintMarkedChips(PaintFrame& frame);
void paintMarkedBoxes(PaintFrame& frame);

} // namespace ui
