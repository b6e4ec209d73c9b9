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
    CardOptions cards; ///< same options as for the drawing
    LabelRule labels = LabelRule::Changes;
    const Overlay* overlay = nullptr; ///< null: colours by category
    const Badges* badges = nullptr;
    std::string title; ///< of the document; plain text
    std::optional<Rect> area; ///< of the scene; nothing: all of it
    bool legend = false; ///< explains the colours, above the picture
};

/// The objects that are drawn. `analysis` may be null.
struct SvgPicture {
    const Scene& scene;
    const model::Model& model;
    const model::Analysis* analysis = nullptr;
    const TextMeasurer& measurer = builtinMeasurer();
};

/// Receives the document in pieces. An error stops writing.
using SvgSink = std::function<support::Result<void>(std::string_view piece)>;

/// Writes the scene as one SVG document: rectangles, paths and texts, one class per colour, no
/// scripts, no external references. Every text from the model is sanitised and escaped. Equal
/// scenes and options give equal bytes. Fails when cancelled and when the sink fails.
support::Result<void> writeSvg(const SvgPicture& picture, const SvgOptions& options,
    const SvgSink& sink, std::stop_token stop = {}, const support::Progress& progress = {});

}
