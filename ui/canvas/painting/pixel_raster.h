#pragma once

#include "layout/scene/scene.h"
#include "ui/canvas/view_state.h"

#include <QImage>

#include <cstdint>
#include <span>
#include <vector>

namespace ui {

/// Colours of a picture without text.
struct RasterColours {
    QRgb canvas = 0;
    QRgb line = 0;
    std::span<const QRgb> boxes; ///< by box
};

/// Draws boxes and lines of a far zoom directly into pixels: nanoseconds per item, where QPainter
/// needs microseconds. The image has the size of the view times its pixel ratio.
QImage rasterise(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours);

/// The same with a transparent background.
QImage rasteriseOver(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours);

} // namespace ui
