#pragma once

#include "layout/scene/scene.h"

#include <vector>

/// Where a long picture may be cut.
namespace ui {

enum class CutAlong { X, Y };

/// Places to cut the area of a scene into parts of at most `longest` units: in the middle between
/// ranks where nothing but lines is cut, else after `longest`. Ascending, with both ends of the
/// area.
std::vector<float> cutsOf(
    const layout::Scene& scene, const layout::Rect& area, CutAlong along, float longest);

/// How a PDF shows a picture.
enum class PdfPages {
    Long, ///< pages as large as the format allows, at full size
    One, ///< one page, made smaller if it must be
    A4, ///< as wide as the sheet
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
