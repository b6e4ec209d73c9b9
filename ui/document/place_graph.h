#pragma once

#include "layout/build_drawing.h"
#include "layout/group_tree.h"
#include "layout/layout_engine.h"
#include "layout/scene/scene.h"
#include "model/edit/id_map.h"

#include <QSize>

#include <memory>
#include <optional>

namespace ui {

/// A picture from before an edit.
struct EarlierScene {
    std::shared_ptr<const layout::Scene> scene;
    std::shared_ptr<const model::edit::IdMap> ids; ///< where its nodes and values are now
};

/// The input of placeGraph, as immutable snapshots.
struct PlaceRequest {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis; ///< may be null
    model::GraphId graph;
    std::shared_ptr<const layout::GroupTree> tree; ///< null: placeGraph builds it
    layout::OpenGroups open;
    bool choosesOpenGroups = false; ///< placeGraph chooses `open`
    const layout::LayoutEngine* engine = nullptr;
    layout::DrawingOptions options;
    std::shared_ptr<const layout::TextMeasurer> measurer;
    QSize viewport; ///< in pixels; used with choosesOpenGroups; empty: no limit
    /// What is in this picture keeps its place. Empty: everything is placed anew.
    std::optional<EarlierScene> earlier = {};
};

struct PlacedGraph {
    std::shared_ptr<const layout::Scene> scene;
    std::shared_ptr<const layout::GroupTree> tree;
    layout::OpenGroups open;
};

/// Builds the group tree of a graph if needed and lays out its open groups. With choosesOpenGroups
/// the graph opens unfolded if all of it is readable in the viewport, else only its top level
/// opens. Graphviz does not draw groups; if Graphviz fails, our own engine is used.
support::Result<PlacedGraph> placeGraph(
    const PlaceRequest& request, std::stop_token stop, const support::Progress& progress);

} // namespace ui
