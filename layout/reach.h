#pragma once

#include "layout/scene/scene.h"
#include "model/model.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// What lies around, before, after and between nodes. Breadth first, without recursion: linear in
/// what is reached.
namespace layout {

/// What is drawn within some steps of the given boxes, against the flow and along it. All
/// ascending; the boxes themselves are left out.
struct Neighbourhood {
    std::vector<std::uint32_t> producers;
    std::vector<std::uint32_t> readers;
    std::vector<std::uint32_t> producerLines; ///< drawn lines on the way
    std::vector<std::uint32_t> readerLines;
};
Neighbourhood neighbourhood(
    const Scene& scene, std::span<const std::uint32_t> boxes, std::uint32_t steps);

/// A line that crosses frames is stored in pieces: all that lead from the producer to this one, and
/// all that go on from it. Ascending, with `line`.
std::vector<std::uint32_t> wholeLine(const Scene& scene, std::uint32_t line);

enum class Flow : std::uint8_t { Producers, Readers, Both };
constexpr std::uint32_t anySteps = std::numeric_limits<std::uint32_t>::max();

/// Nodes of the graph that `from` are in, within `steps` of them, ascending, with `from`. A value
/// read inside a subgraph counts as read by the node that owns it. With Both the steps of a way all
/// go in one direction.
std::vector<model::NodeId> reach(const model::Model& model, std::span<const model::NodeId> from,
    Flow flow, std::uint32_t steps = anySteps);

/// Every node on a way between the two, whichever comes first; both included, ascending. Empty if
/// no way leads from one to the other.
std::vector<model::NodeId> between(const model::Model& model, model::NodeId a, model::NodeId b);

} // namespace layout
