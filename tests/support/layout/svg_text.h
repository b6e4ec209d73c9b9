#pragma once

#include "layout/svg/svg.h"

namespace testing {

/// The SVG document of a scene; empty if it could not be written.
inline std::string svgOf(
    const layout::Scene& scene, const model::Model& model, const layout::SvgOptions& options = {})
{
    std::string text;
    const auto written = layout::writeSvg(
        { scene, model }, options, [&](std::string_view piece) -> support::Result<void> {
            text += piece;
            return {};
        });
    return written ? text : std::string();
}

} // namespace testing
