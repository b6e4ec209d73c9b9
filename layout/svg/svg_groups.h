#pragma once

#include "layout/scene/scene.h"
#include "layout/svg/svg.h"
#include "layout/svg/svg_text.h"

namespace layout {

/// Draws the frames of open groups with their titles, below all other elements.
void writeFrames(SvgText& out, const Scene& scene, const TextMeasurer& measurer);

/// Draws the card of a folded group or of a stack of equal ones.
void writeGroupCard(SvgText& out, const Scene& scene, std::uint32_t box, const SvgOptions& options,
    const TextMeasurer& measurer);

}
