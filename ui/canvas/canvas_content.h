#pragma once

#include "layout/card/card.h"
#include "layout/card/line_style.h"
#include "layout/card/overlay.h"
#include "layout/scene/scene.h"
#include "model/inference/analysis.h"
#include "model/model.h"
#include "ui/canvas/found_boxes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ui {

/// Everything that a picture shows, as immutable snapshots: replaced, never changed.
struct CanvasContent {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis; ///< may be null
    std::shared_ptr<const layout::Scene> scene;
    layout::CardOptions cards; ///< the options of the scene
    layout::LabelRule labels = layout::LabelRule::Changes;
    std::shared_ptr<const layout::Overlay> overlay; ///< null = colours by category, no texts
    std::shared_ptr<const layout::Badges> badges; ///< may be null

    /// Colours come from the overlay, not from categories.
    bool isHeat() const { return overlay != nullptr && overlay->use == layout::Overlay::Use::Heat; }
    bool isEmpty() const { return model == nullptr || scene == nullptr; }
};

/// Boxes that do not fade while all others do; ascending. Null: nothing fades.
using UnfadedBoxes = std::shared_ptr<const std::vector<std::uint32_t>>;

/// What is marked in the picture, by scene indices.
struct CanvasMarks {
    std::vector<std::uint32_t> selected; ///< boxes, ascending
    std::uint32_t current = layout::noIndex; ///< box with the keyboard focus
    std::uint32_t value = layout::noIndex; ///< selected value; its lines and chips are marked
    layout::Hit hover;
    std::vector<std::uint32_t> hoverLines; ///< all pieces of the line under the pointer
    bool hasFocus = false; ///< the widget has the focus: `current` is marked
    /// Boxes within the chosen number of steps from the selection, and the lines between them;
    /// ascending, without the selected boxes.
    std::vector<std::uint32_t> producers;
    std::vector<std::uint32_t> readers;
    std::vector<std::uint32_t> producerLines;
    std::vector<std::uint32_t> readerLines;
    std::vector<std::uint32_t> frames; ///< selected frames of open groups
    std::vector<FoundBox> found; ///< what a search found

    bool isSelected(std::uint32_t box) const;
};

} // namespace ui
