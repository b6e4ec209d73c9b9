#pragma once

#include "layout/scene/scene.h"
#include "model/model.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Neighbours of nodes and paths between them. Breadth-first search, not recursive; linear in what
/// is reached.
namespace layout {

/// Boxes and lines within some steps of the given boxes, against the flow and along it. All lists
/// are ascending and do not contain the given boxes.
struct Neighbourhood {
    std::vector<std::uint32_t> producers;
    std::vector<std::uint32_t> readers;
    std::vector<std::uint32_t> producerLines; ///< drawn lines to these boxes
    std::vector<std::uint32_t> readerLines;
};
Neighbourhood neighbourhood(
    const Scene& scene, std::span<const std::uint32_t> boxes, std::uint32_t steps);

/// Returns all pieces of a line that crosses frames: those that lead from the producer to `line`
/// and those that continue it. Ascending; includes `line`.
std::vector<std::uint32_t> linePieces(const Scene& scene, std::uint32_t line);

enum class Flow : std::uint8_t { Producers, Readers, Both };
constexpr std::uint32_t anySteps = std::numeric_limits<std::uint32_t>::max();

/// Returns the nodes within `steps` of `from`, in the graph of `from`, ascending, including `from`.
/// A node with a subgraph counts as reader of the values that the subgraph reads. With Both, each
/// path goes in one direction only.
std::vector<model::NodeId> reach(const model::Model& model, std::span<const model::NodeId> from,
    Flow flow, std::uint32_t steps = anySteps);

/// Returns every node on a path between the two, in either direction, including both; ascending.
/// Empty if there is no path.
std::vector<model::NodeId> between(const model::Model& model, model::NodeId a, model::NodeId b);

} // namespace layout
