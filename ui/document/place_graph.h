#pragma once

#include "layout/build_drawing.h"
#include "layout/group_tree.h"
#include "layout/layout_engine.h"
#include "layout/scene/scene.h"

#include <QSize>

#include <memory>

namespace ui {

/// What a picture of a graph is made from, as snapshots.
struct PlaceRequest {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis; ///< may be null
    model::GraphId graph;
    std::shared_ptr<const layout::GroupTree> tree; ///< null: make it
    layout::OpenGroups open;
    bool opensAsUsual = false; ///< `open` is not known yet
    const layout::LayoutEngine* engine = nullptr;
    layout::DrawingOptions options;
    std::shared_ptr<const layout::TextMeasurer> measurer;
    QSize viewport; ///< what the picture has to fit into to open unfolded; empty: as in a file
};

struct PlacedGraph {
    std::shared_ptr<const layout::Scene> scene;
    std::shared_ptr<const layout::GroupTree> tree;
    layout::OpenGroups open;
};

/// Finds the groups of a graph and places what is open. What opens as usual is unfolded if it can
/// be read as a whole in the viewport, else folded to its top level. Graphviz knows no groups; what
/// it would not finish is placed by our own engine.
support::Result<PlacedGraph> placeGraph(
    const PlaceRequest& request, std::stop_token stop, const support::Progress& progress);

} // namespace ui
