#pragma once

#include "layout/card/overlay.h"
#include "layout/card/text_measurer.h"
#include "layout/scene/geometry.h"

#include <string>
#include <vector>

namespace layout {

struct LegendRequest {
    model::ThemeKind theme = model::ThemeKind::Light;
    const Overlay* overlay = nullptr; ///< null: categories
    Overlay::Range range; ///< of the overlay
    std::vector<model::Category> categories; ///< that occur in the picture
    const TextMeasurer& measurer;
};

/// Elements of an SVG document that say what the colours of cards mean.
struct SvgLegend {
    std::string text;
    Size size; ///< the room it needs
};

/// To stand above `area`, as wide as that if entries need it. Uses the classes of svg.cpp.
SvgLegend svgLegend(const LegendRequest& request, const Rect& area);

}
