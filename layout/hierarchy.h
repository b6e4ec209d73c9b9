#pragma once

#include "model/graph.h"
#include "model/model.h"

#include <string>
#include <vector>

namespace layout {

/// What one picture shows: one graph of the model, all nodes of it. Groups by scope will add the
/// set of open groups here; nothing else names them, so that the signatures below stay.
struct Level {
    model::GraphId graph;
    bool operator==(const Level&) const = default;
};

/// The main graph.
Level topLevel(const model::Model& model);

/// What can be entered from a node: its subgraphs in attribute order, then the body of the local
/// function it calls.
std::vector<model::GraphId> graphsInside(const model::Model& model, model::NodeId node);

/// The way from the main graph (or the function) to `graph`, both included: the breadcrumb. A
/// function's body starts a way of its own, because it has many callers.
std::vector<model::GraphId> wayTo(const model::Model& model, model::GraphId graph);

/// `main_graph`, `conv_block (function)`, `If_12 then_branch`: plain text, sanitised and elided.
std::string levelTitle(const model::Model& model, model::GraphId graph);

} // namespace layout
