#pragma once

#include "layout/card/card.h"
#include "layout/card/line_style.h"
#include "layout/card/overlay.h"
#include "layout/scene/scene.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace layout {

struct SvgOptions {
    model::ThemeKind theme = model::ThemeKind::Light;
    CardOptions cards; ///< as the drawing was made with
    LabelRule labels = LabelRule::Changes;
    const Overlay* overlay = nullptr; ///< null = colours by category
    const Badges* badges = nullptr;
    std::string title; ///< of the document; plain text
    std::optional<Rect> area; ///< of the scene; absent = all of it
    bool legend = false; ///< what the colours say, above the picture
};

/// What is drawn. `analysis` may be null.
struct SvgPicture {
    const Scene& scene;
    const model::Model& model;
    const model::Analysis* analysis = nullptr;
    const TextMeasurer& measurer = builtinMeasurer();
};

/// Takes the document in pieces; an error ends the writing.
using SvgSink = std::function<support::Result<void>(std::string_view piece)>;

/// The scene as one SVG document: rectangles, paths and texts, one class per colour, no scripts,
/// nothing fetched. Every text from the model is sanitised and escaped. The same scene and options
/// give the same bytes. Fails when cancelled and with what the sink says.
support::Result<void> writeSvg(const SvgPicture& picture, const SvgOptions& options,
    const SvgSink& sink, std::stop_token stop = {}, const support::Progress& progress = {});

/// The same as one text.
std::string toSvg(const Scene& scene, const model::Model& model, const model::Analysis* analysis,
    const SvgOptions& options, const TextMeasurer& measurer = builtinMeasurer());

}
