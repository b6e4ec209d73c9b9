#pragma once

#include "layout/card/overlay.h"
#include "layout/card/text_measurer.h"
#include "layout/scene/geometry.h"

#include <string>
#include <vector>

namespace layout {

struct LegendRequest {
    model::ThemeKind theme = model::ThemeKind::Light;
    const Overlay* overlay = nullptr; ///< null: colours by category
    Overlay::Range range; ///< of the overlay's values
    std::vector<model::Category> categories; ///< categories that occur in the picture
    const TextMeasurer& measurer;
};

/// SVG elements that explain the colours of cards.
struct SvgLegend {
    std::string text;
    Size size; ///< the space it needs
};

/// Makes a legend to place above `area`. Entries wrap at the width of `area`, but not below 400
/// units. Uses the CSS classes of svg.cpp.
SvgLegend svgLegend(const LegendRequest& request, const Rect& area);

}
