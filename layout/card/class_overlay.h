#pragma once

#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "model/model.h"

/// Overlays that colour nodes by type or by group, not by a measured value.
namespace layout {

/// Number of classes: as many as have distinct hues.
constexpr std::size_t maxClasses = 12;

/// Colours by operator type. Each of the most frequent types is a class.
Overlay colourByType(const model::Model& model);
/// Colours by the outermost level that has several groups (`layers.0`, `layers.1`, not `model`).
/// Neighbouring groups get different hues; hues repeat.
Overlay colourByGroup(const model::Model& model, const GroupTree& tree);

}
