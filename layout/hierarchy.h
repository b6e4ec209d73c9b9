#pragma once

#include "model/graph.h"
#include "model/model.h"

#include <string>
#include <vector>

namespace layout {

/// What one picture shows: all nodes of one graph of the model.
struct Level {
    model::GraphId graph;
    bool operator==(const Level&) const = default;
};

/// Returns the graphs that can be entered from a node: its subgraphs in attribute order, then the
/// body of the local function that it calls.
std::vector<model::GraphId> graphsInside(const model::Model& model, model::NodeId node);

/// Returns the values that the subgraphs of a node read from the graphs around them. The body of a
/// local function reads none.
std::vector<model::ValueId> capturedBy(const model::Model& model, model::NodeId node);

/// Returns the path from the main graph (or a function's body) to `graph`, both included, for the
/// breadcrumb. The path to a function's body starts there, because a function can have many
/// callers.
std::vector<model::GraphId> pathTo(const model::Model& model, model::GraphId graph);

/// Returns the title as plain text, sanitised and elided: `main_graph`, `conv_block (function)`,
/// `If_12 · then_branch`.
std::string levelTitle(const model::Model& model, model::GraphId graph);

} // namespace layout
