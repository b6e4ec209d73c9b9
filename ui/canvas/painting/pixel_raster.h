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

/// Draws boxes and lines of a far zoom straight into pixels: a painter spends microseconds on each
/// item, this nanoseconds. Sized by the view's pixel ratio.
QImage rasterise(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours);

/// The same over a picture that shows through where nothing is drawn.
QImage rasteriseOver(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours);

} // namespace ui
