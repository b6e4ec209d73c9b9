#pragma once

#include "layout/build_drawing.h"
#include "layout/folding.h"
#include "layout/group_tree.h"
#include "layout/scene/scene.h"
#include "model/edit/id_map.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <memory>
#include <stop_token>

namespace layout {

/// A picture of the graph before an edit, and where its nodes and values are now.
struct EarlierPicture {
    const Scene& scene;
    const model::edit::IdMap& ids;
};

/// Input of a layout with groups.
struct GroupPicture {
    const model::Model& model;
    const model::Analysis* analysis = nullptr; ///< null: declared types are used
    std::shared_ptr<const GroupTree> tree;
    const OpenGroups& open;
    const DrawingOptions& options;
    const TextMeasurer& measurer;
    std::uint32_t root
        = 0; ///< draws only this group, open; values that cross its border become terminals
    /// Null: everything is placed anew. Else what the earlier picture shows keeps its place, and
    /// what is new finds room near its neighbours. If much is new, or there is no room within an
    /// open group, everything is placed anew.
    const EarlierPicture* earlier = nullptr;
};

/// Places a graph with groups. An open group is a frame around its content, a folded group is a
/// card, and equal folded neighbours share one card.
///
/// Every open group is a *level*. It consists of its nodes, its child groups as boxes, a port at
/// the top for every value that enters and a port at the bottom for every value that leaves. All
/// levels are ranked and cut first, which needs no sizes. Then they are placed from the innermost
/// outwards; levels with identical input are placed once. A line across borders has one piece per
/// level. If one level cuts it, the complete line becomes chips. Not recursive; time n log n;
/// deterministic. Fails only when cancelled or when the drawing needs too much memory.
support::Result<Scene> placeGroups(
    const GroupPicture& picture, std::stop_token stop = {}, const support::Progress& progress = {});

}
