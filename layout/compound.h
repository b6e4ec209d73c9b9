#pragma once

#include "layout/build_drawing.h"
#include "layout/folding.h"
#include "layout/group_tree.h"
#include "layout/scene/scene.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <memory>
#include <stop_token>

namespace layout {

/// What a picture with groups is made from.
struct GroupPicture {
    const model::Model& model;
    const model::Analysis* analysis = nullptr; ///< null: declared types
    std::shared_ptr<const GroupTree> tree;
    const OpenGroups& open;
    const DrawingOptions& options;
    const TextMeasurer& measurer;
    std::uint32_t root
        = 0; ///< only this group is drawn, open; what crosses its border as terminals
};

/// Places a graph with groups: open ones are frames around what is inside, folded ones cards, equal
/// folded neighbours one card for all of them.
///
/// Every open group is a *level*: its nodes, its child groups as boxes, a port at the top for every
/// value that enters and one at the bottom for every value that leaves. Levels are ranked and cut
/// first (which needs no sizes), then placed from the innermost outwards; levels that are equal to
/// the last number are placed once. A line across borders has one piece per level; it is cut into
/// chips as a whole if one of its levels says so. Without recursion; time n log n; deterministic.
/// Fails only when cancelled or when memory would not do.
support::Result<Scene> placeGroups(
    const GroupPicture& picture, std::stop_token stop = {}, const support::Progress& progress = {});

}
