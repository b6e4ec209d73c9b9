#pragma once

#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "model/model.h"

/// Colouring by what a node is or where it belongs, instead of by a measure.
namespace layout {

/// As many as can be told apart by hue.
constexpr std::size_t mostClasses = 12;

/// By operator type; the most frequent ones have a class each.
Overlay colourByType(const model::Model& model);
/// By the outermost groups of a graph that there are several of (`layers.0`, `layers.1` rather than
/// `model`): neighbours differ, hues come again.
Overlay colourByGroup(const model::Model& model, const GroupTree& tree);

}
