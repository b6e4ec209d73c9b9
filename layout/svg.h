#pragma once

#include "layout/card.h"
#include "layout/line_style.h"
#include "layout/overlay.h"
#include "layout/scene.h"

#include <string>

namespace layout {

struct SvgOptions {
    model::ThemeKind theme = model::ThemeKind::Light;
    CardOptions cards; ///< as the drawing was made with
    LabelRule labels = LabelRule::Changes;
    const Overlay* overlay = nullptr; ///< null = colours by category
    const Badges* badges = nullptr;
    std::string title; ///< of the document; plain text
};

/// The scene as one SVG document: rectangles, paths and texts, one class per colour, no scripts,
/// nothing fetched. Every text from the model is sanitised and escaped. `analysis` may be null.
std::string toSvg(const Scene& scene, const model::Model& model, const model::Analysis* analysis,
    const SvgOptions& options, const TextMeasurer& measurer = builtinMeasurer());

}
