#pragma once

#include "layout/scene/scene.h"
#include "ui/edit/edits.h"

namespace ui {

/// The value and the readers at the end of a line, or of all lines that a piece of a line belongs
/// to.
InsertPlace placeOnLine(const model::Model& model, const layout::Scene& scene, std::uint32_t line);

} // namespace ui
