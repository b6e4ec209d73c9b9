#pragma once

#include "layout/scene/scene.h"

#include <vector>

/// Cutting of long pictures into pages.
namespace ui {

enum class CutAlong { X, Y };

/// Returns the positions at which the area of a scene is cut into parts of at most `longest` units,
/// ascending, with both ends of the area. Cuts in the middle between ranks, where only lines are
/// cut; if there is no such place, after `longest` units.
std::vector<float> cutsOf(
    const layout::Scene& scene, const layout::Rect& area, CutAlong along, float longest);

/// How a PDF shows a picture.
enum class PdfPages {
    Long, ///< pages as large as the format allows, at full size
    One, ///< one page, scaled down if needed
    A4, ///< A4 sheets, scaled down to their width if needed
};

/// One page: what it shows, and its size in points.
struct PicturePage {
    layout::Rect area;
    double scale = 1; ///< points per unit
    double margin = 0; ///< points around the picture
    double width = 0; ///< of the page
    double height = 0;
};
std::vector<PicturePage> pagesOf(
    const layout::Scene& scene, const layout::Rect& area, PdfPages pages, double scale);

} // namespace ui
