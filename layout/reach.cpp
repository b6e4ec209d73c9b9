#include "layout/reach.h"

#include "layout/hierarchy.h"

#include <algorithm>
#include <iterator>

namespace layout {

namespace {

using model::Model;
using model::NodeId;

/// Boxes and lines that were reached in one direction.
struct Side {
    std::vector<std::uint32_t> boxes;
    std::vector<std::uint32_t> lines;
};

/// Adds all pieces of a line, from its last piece back to the producer.
void addPieces(const Scene& scene, std::uint32_t line, std::vector<std::uint32_t>& lines)
{
    while (line != noIndex) {
        lines.push_back(line);
        line = scene.linePrevious.empty() ? noIndex : scene.linePrevious[line];
    }
}

template <typename Links>
Side walk(
    const Scene& scene, std::span<const std::uint32_t> from, std::uint32_t steps, Links&& linksOf)
{
    Side side;
    std::vector<std::uint8_t> isSeen(scene.boxCount(), 0);
    for (const auto box : from)
        isSeen[box] = 1;
    std::vector<std::uint32_t> level(from.begin(), from.end());
    std::vector<std::uint32_t> next;
    for (std::uint32_t step = 0; step < steps && !level.empty(); ++step) {
        next.clear();
        for (const auto box : level) {
            for (const auto& link : linksOf(box)) {
                addPieces(scene, link.line, side.lines);
                if (isSeen[link.box])
                    continue;
                isSeen[link.box] = 1;
                next.push_back(link.box);
            }
        }
        side.boxes.insert(side.boxes.end(), next.begin(), next.end());
        level.swap(next);
    }
    std::sort(side.boxes.begin(), side.boxes.end());
    std::sort(side.lines.begin(), side.lines.end());
    side.lines.erase(std::unique(side.lines.begin(), side.lines.end()), side.lines.end());
    return side;
}

/// Returns the node of `graph` that contains a node: the node itself, or the owner of the subgraph
/// around it.
NodeId inGraph(const Model& model, NodeId node, model::GraphId graph)
{
    while (node.isValid() && model.node(node).graph != graph)
        node = model.graph(model.node(node).graph).owner;
    return node;
}

/// The neighbours of a node in its own graph.
class NodeSteps {
public:
    NodeSteps(const Model& model, model::GraphId graph)
        : m_model(model)
        , m_graph(graph)
    {
    }

    template <typename Visit>
    void producers(NodeId node, Visit&& visit) const
    {
        const auto add = [&](model::ValueId value) {
            if (value.isValid())
                meet(m_model.value(value).producer, visit);
        };
        std::ranges::for_each(m_model.node(node).inputs, add);
        std::ranges::for_each(capturedBy(m_model, node), add);
    }

    template <typename Visit>
    void readers(NodeId node, Visit&& visit) const
    {
        for (const auto value : m_model.node(node).outputs) {
            if (!value.isValid())
                continue;
            for (const auto& use : m_model.value(value).uses)
                meet(inGraph(m_model, use.node, m_graph), visit);
        }
    }

private:
    template <typename Visit>
    void meet(NodeId node, Visit&& visit) const
    {
        if (node.isValid() && m_model.node(node).graph == m_graph)
            visit(node);
    }

    const Model& m_model;
    model::GraphId m_graph;
};

std::vector<NodeId> walkNodes(
    const Model& model, std::span<const NodeId> from, Flow flow, std::uint32_t steps)
{
    std::vector<NodeId> reached(from.begin(), from.end());
    if (from.empty())
        return reached;
    const NodeSteps links(model, model.node(from.front()).graph);
    std::vector<bool> isSeen(model.nodes.size(), false);
    for (const auto node : from)
        isSeen[node.value()] = true;
    std::size_t begin = 0;
    for (std::uint32_t step = 0; step < steps && begin < reached.size(); ++step) {
        const auto end = reached.size();
        const auto add = [&](NodeId node) {
            if (isSeen[node.value()])
                return;
            isSeen[node.value()] = true;
            reached.push_back(node);
        };
        for (; begin < end; ++begin) {
            const auto node = reached[begin];
            flow == Flow::Producers ? links.producers(node, add) : links.readers(node, add);
        }
    }
    std::sort(reached.begin(), reached.end());
    reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
    return reached;
}

} // namespace

Neighbourhood neighbourhood(
    const Scene& scene, std::span<const std::uint32_t> boxes, std::uint32_t steps)
{
    auto before
        = walk(scene, boxes, steps, [&](std::uint32_t box) { return scene.producersOf(box); });
    auto after = walk(scene, boxes, steps, [&](std::uint32_t box) { return scene.readersOf(box); });
    return { std::move(before.boxes), std::move(after.boxes), std::move(before.lines),
        std::move(after.lines) };
}

std::vector<NodeId> reach(
    const Model& model, std::span<const NodeId> from, Flow flow, std::uint32_t steps)
{
    if (flow != Flow::Both)
        return walkNodes(model, from, flow, steps);
    const auto before = walkNodes(model, from, Flow::Producers, steps);
    const auto after = walkNodes(model, from, Flow::Readers, steps);
    std::vector<NodeId> both;
    std::set_union(
        before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(both));
    return both;
}

std::vector<NodeId> between(const Model& model, NodeId a, NodeId b)
{
    for (const auto& [first, last] : { std::pair(a, b), std::pair(b, a) }) {
        const auto after = walkNodes(model, std::span(&first, 1), Flow::Readers, anySteps);
        if (!std::binary_search(after.begin(), after.end(), last))
            continue;
        const auto before = walkNodes(model, std::span(&last, 1), Flow::Producers, anySteps);
        std::vector<NodeId> both;
        std::set_intersection(
            after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(both));
        return both;
    }
    return {};
}

std::vector<std::uint32_t> linePieces(const Scene& scene, std::uint32_t line)
{
    std::vector<std::uint32_t> pieces { line };
    if (scene.linePrevious.empty())
        return pieces;
    for (auto at = scene.previousPiece(line); at != noIndex; at = scene.previousPiece(at))
        pieces.push_back(at);
    std::vector<std::uint32_t> others; // pieces of the same value, which have no particular order
    for (std::uint32_t other = 0; other < scene.lineCount(); ++other) {
        if (scene.lineValue[other] == scene.lineValue[line]
            && scene.previousPiece(other) != noIndex)
            others.push_back(other);
    }
    std::vector<std::uint32_t> onwards { line };
    while (!onwards.empty()) {
        const auto from = onwards.back();
        onwards.pop_back();
        for (const auto other : others) {
            if (scene.previousPiece(other) != from)
                continue;
            pieces.push_back(other);
            onwards.push_back(other);
        }
    }
    std::sort(pieces.begin(), pieces.end());
    return pieces;
}

} // namespace layout
