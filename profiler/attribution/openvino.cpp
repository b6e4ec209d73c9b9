#include "profiler/attribution/openvino_names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <span>
#include <utility>

namespace profiler {

namespace {

constexpr std::string_view constantType = "Const";
constexpr std::array<std::string_view, 2> borderTypes { "Input", "Output" };
constexpr std::string_view reorderType = "Reorder";
constexpr std::string_view convertType = "Convert";

/// Types of executed operators, and the types of the model's nodes of which each has at least one.
struct KernelAnchors {
    std::string_view type;
    std::array<std::string_view, 3> anchors;
};
constexpr std::array kernelAnchors {
    KernelAnchors { "FullyConnected", { "MatMul", "Gemm", "MatMulInteger" } },
    KernelAnchors { "MatMul", { "MatMul", "Gemm", "MatMulInteger" } },
    KernelAnchors { "Convolution", { "Conv", "ConvInteger", "QLinearConv" } },
    KernelAnchors { "Deconvolution", { "ConvTranspose" } },
};
constexpr int maxAnchorSteps = 16;

/// Operators of ONNX that OpenVINO executes as one: an operator without a name is no piece of them
/// if it may be a piece of another.
constexpr std::array<std::string_view, 30> singleTypes { "Add", "AveragePool", "Cast", "Clip",
    "Concat", "Conv", "ConvTranspose", "Div", "Erf", "Exp", "Gather", "Gemm", "MatMul", "MaxPool",
    "Mul", "Neg", "Pad", "Pow", "ReduceMean", "ReduceSum", "Relu", "Sigmoid", "Slice", "Split",
    "Sqrt", "Sub", "Tanh", "Transpose", "Where", "Expand" };
/// Nodes that OpenVINO often removes: those that give their input another shape, or do nothing.
constexpr std::array<std::string_view, 9> removableTypes { "Cast", "Dropout", "Expand", "Flatten",
    "Identity", "Reshape", "Slice", "Squeeze", "Unsqueeze" };
/// Types of executed operators that do what these nodes do.
constexpr std::array<std::string_view, 8> removableKernels { "Broadcast", "Convert", "Reshape",
    "Squeeze", "StridedSlice", "Tile", "Transpose", "Unsqueeze" };

template <typename Types>
bool isOneOf(std::string_view type, const Types& types)
{
    return std::ranges::find(types, type) != types.end();
}

/// Limits of the walks from one operator, and of all walks together, so that the time stays
/// proportional to the size of the graphs.
constexpr std::size_t maxWalk = 1024;
constexpr std::size_t walkBudgetPerNode = 256;

/// Visits every id at most once per walk, without clearing between walks.
class Visited {
public:
    explicit Visited(std::size_t count)
        : m_walks(count)
    {
    }
    void restart() { ++m_walk; }
    /// Returns whether the id was not visited yet.
    bool visit(std::uint32_t id) { return std::exchange(m_walks[id], m_walk) != m_walk; }
    bool contains(std::uint32_t id) const { return m_walks[id] == m_walk; }

private:
    std::vector<std::uint32_t> m_walks;
    std::uint32_t m_walk = 0;
};

class OpenVinoAttributor {
public:
    OpenVinoAttributor(const model::Model& model, const OpenVinoGraph& graph);
    std::vector<Attribution> attribute();

private:
    enum class Direction { Before, Behind };
    using Nodes = std::vector<model::NodeId>;

    using Places = std::vector<std::uint32_t>; ///< of executed nodes

    bool isBorder(std::uint32_t each) const;
    void findConstants();
    void findDependentNodes();
    void findByName();
    void dropDoubtful();
    bool fits(std::uint32_t each, model::NodeId node);
    Places nearest(std::uint32_t each, Direction direction);
    Nodes nextTo(const Places& named, Direction direction) const;
    void addNext(const model::Node& node, Direction direction, Nodes& found) const;
    Nodes walk(Nodes start, Direction direction, Visited& visited);
    Nodes between(const Places& before, const Places& behind);
    Nodes partOf(const Places& before, const Nodes& removed, const Places& behind) const;
    bool isOfType(model::NodeId id, std::span<const std::string_view> types) const;
    bool followsNamed(std::uint32_t each) const;
    Nodes pathToAnchor(std::uint32_t each) const;
    Nodes swallowedBy(std::uint32_t each);
    void addSwallowed();
    Attribution attributeUnnamed(std::uint32_t each);
    Attribution ownOperator(std::uint32_t each, const Places& before, const Places& behind) const;
    Nodes nodesOf(const Places& named) const;

    const model::Model& m_model;
    const OpenVinoGraph& m_graph;
    OpenVinoNames m_names;
    std::vector<std::vector<std::uint32_t>> m_readers; ///< of the outputs of each executed node
    std::vector<std::vector<OpenVinoNames::Match>> m_matches; ///< by executed node
    std::vector<std::optional<model::ValueId>> m_borders; ///< values of inputs and outputs
    std::vector<bool> m_isConstant; ///< executed nodes that depend on constants only
    std::vector<std::uint32_t> m_ranks; ///< of model nodes in topological order
    std::vector<bool> m_isDependent; ///< model nodes that depend on the contents of an input
    std::vector<bool> m_isClaimed; ///< model nodes that a name refers to
    Visited m_visitedGraph;
    Visited m_visitedBefore;
    Visited m_visitedBehind;
    std::size_t m_budget;
};

OpenVinoAttributor::OpenVinoAttributor(const model::Model& model, const OpenVinoGraph& graph)
    : m_model(model)
    , m_graph(graph)
    , m_names(model)
    , m_readers(graph.nodes.size())
    , m_matches(graph.nodes.size())
    , m_borders(graph.nodes.size())
    , m_isConstant(graph.nodes.size())
    , m_ranks(model.nodes.size(), std::numeric_limits<std::uint32_t>::max())
    , m_isDependent(model.nodes.size())
    , m_isClaimed(model.nodes.size())
    , m_visitedGraph(graph.nodes.size())
    , m_visitedBefore(model.nodes.size())
    , m_visitedBehind(model.nodes.size())
    , m_budget(walkBudgetPerNode * (graph.nodes.size() + model.nodes.size()))
{
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i)
        for (const auto input : graph.nodes[i].inputs)
            m_readers[input].push_back(i);
    std::uint32_t rank = 0;
    for (const auto id : model.main().order)
        m_ranks[id.value()] = rank++;
    findConstants();
    findDependentNodes();
}

bool OpenVinoAttributor::isBorder(std::uint32_t each) const
{
    return isOneOf(m_graph.nodes[each].type, borderTypes);
}

/// Operators on constants are not executed in a run, but have names of nodes (`X/transpose_b`).
void OpenVinoAttributor::findConstants()
{
    std::vector<std::size_t> open(m_graph.nodes.size()); // inputs that are not known as constants
    Places found;
    for (std::uint32_t i = 0; i < m_graph.nodes.size(); ++i) {
        open[i] = m_graph.nodes[i].inputs.size();
        if (m_graph.nodes[i].type == constantType)
            found.push_back(i);
    }
    for (std::size_t next = 0; next < found.size(); ++next) {
        m_isConstant[found[next]] = true;
        for (const auto reader : m_readers[found[next]])
            if (--open[reader] == 0 && m_graph.nodes[reader].type != constantType
                && !isBorder(reader))
                found.push_back(reader);
    }
}

/// OpenVINO computes what depends only on weights and sizes when it compiles the model.
void OpenVinoAttributor::findDependentNodes()
{
    for (const auto id : m_model.main().order) {
        const auto& node = m_model.node(id);
        if (node.type == "Shape" || node.type == "Size")
            continue;
        m_isDependent[id.value()] = std::ranges::any_of(node.inputs, [&](model::ValueId input) {
            if (!input.isValid())
                return false;
            const auto& value = m_model.value(input);
            return value.producer.isValid() ? bool(m_isDependent[value.producer.value()])
                                            : value.isInput && !value.initializer.isValid();
        });
    }
}

void OpenVinoAttributor::findByName()
{
    for (std::uint32_t i = 0; i < m_graph.nodes.size(); ++i) {
        if (isBorder(i))
            m_borders[i] = m_names.value(m_graph.nodes[i].name);
        else if (!m_isConstant[i])
            m_matches[i] = m_names.find(m_graph.nodes[i]);
    }
    dropDoubtful();
    addSwallowed();
}

/// Removes names that OpenVINO may have made itself and whose node does not fit its place.
void OpenVinoAttributor::dropDoubtful()
{
    std::vector<std::pair<std::uint32_t, model::NodeId>> doubtful;
    for (std::uint32_t i = 0; i < m_matches.size(); ++i)
        for (const auto& match : m_matches[i])
            if (match.isDoubtful)
                doubtful.emplace_back(i, match.node);
    std::erase_if(doubtful, [&](const auto& each) { return fits(each.first, each.second); });
    for (const auto& [each, node] : doubtful)
        std::erase_if(
            m_matches[each], [wrong = node](const auto& match) { return match.node == wrong; });
}

/// Whether a node comes after one of each nearest operator before, and before one of each behind.
bool OpenVinoAttributor::fits(std::uint32_t each, model::NodeId node)
{
    const auto rank = m_ranks[node.value()];
    const auto rankOf
        = [&](const OpenVinoNames::Match& match) { return m_ranks[match.node.value()]; };
    return std::ranges::all_of(nearest(each, Direction::Before), [&](auto other) {
        const auto& matches = m_matches[other];
        return matches.empty() || rankOf(*std::ranges::min_element(matches, {}, rankOf)) <= rank;
    }) && std::ranges::all_of(nearest(each, Direction::Behind), [&](auto other) {
        const auto& matches = m_matches[other];
        return matches.empty() || rankOf(*std::ranges::max_element(matches, {}, rankOf)) >= rank;
    });
}

/// Returns the executed nodes that have a name or a border value and are reached first.
OpenVinoAttributor::Places OpenVinoAttributor::nearest(std::uint32_t each, Direction direction)
{
    m_visitedGraph.restart();
    m_visitedGraph.visit(each);
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> open { each };
    for (std::size_t next = 0; next < open.size() && next < maxWalk; ++next) {
        const auto& others = direction == Direction::Before ? m_graph.nodes[open[next]].inputs
                                                            : m_readers[open[next]];
        for (const auto other : others) {
            if (m_budget == 0)
                return {};
            --m_budget;
            if (!m_visitedGraph.visit(other))
                continue;
            if (!m_matches[other].empty() || m_borders[other])
                found.push_back(other);
            else if (!isBorder(other) && !m_isConstant[other])
                open.push_back(other);
        }
    }
    return found;
}

OpenVinoAttributor::Nodes OpenVinoAttributor::nodesOf(const Places& named) const
{
    Nodes nodes;
    for (const auto each : named)
        for (const auto& match : m_matches[each])
            nodes.push_back(match.node);
    std::ranges::sort(nodes);
    const auto [begin, end] = std::ranges::unique(nodes);
    nodes.erase(begin, end);
    return nodes;
}

void OpenVinoAttributor::addNext(const model::Node& node, Direction direction, Nodes& found) const
{
    for (const auto id : direction == Direction::Behind ? node.outputs : node.inputs) {
        if (!id.isValid())
            continue;
        const auto& value = m_model.value(id);
        if (direction == Direction::Behind)
            for (const auto& use : value.uses)
                found.push_back(use.node);
        else if (value.producer.isValid())
            found.push_back(value.producer);
    }
}

/// Returns the model's nodes that read what `named` make (Behind), or make what `named` read.
OpenVinoAttributor::Nodes OpenVinoAttributor::nextTo(const Places& named, Direction direction) const
{
    Nodes found;
    for (const auto each : named) {
        for (const auto& match : m_matches[each])
            addNext(m_model.node(match.node), direction, found);
        if (!m_borders[each])
            continue;
        const auto& value = m_model.value(*m_borders[each]);
        if (direction == Direction::Behind)
            for (const auto& use : value.uses)
                found.push_back(use.node);
        else if (value.producer.isValid())
            found.push_back(value.producer);
    }
    return found;
}

/// Follows the model's unclaimed nodes.
OpenVinoAttributor::Nodes OpenVinoAttributor::walk(
    Nodes start, Direction direction, Visited& visited)
{
    visited.restart();
    Nodes found;
    const auto addFree = [&](const Nodes& nodes) {
        for (const auto id : nodes) {
            if (m_budget == 0)
                return;
            --m_budget;
            if (m_isDependent[id.value()] && !m_isClaimed[id.value()] && visited.visit(id.value()))
                found.push_back(id);
        }
    };
    addFree(start);
    for (std::size_t next = 0; next < found.size() && found.size() < maxWalk; ++next) {
        Nodes more;
        addNext(m_model.node(found[next]), direction, more);
        addFree(more);
    }
    return found;
}

OpenVinoAttributor::Nodes OpenVinoAttributor::between(const Places& before, const Places& behind)
{
    auto found = walk(nextTo(before, Direction::Behind), Direction::Behind, m_visitedBehind);
    if (found.empty())
        return found;
    walk(nextTo(behind, Direction::Before), Direction::Before, m_visitedBefore);
    std::erase_if(found, [&](auto id) { return !m_visitedBefore.contains(id.value()); });
    std::ranges::sort(found);
    return found;
}

bool OpenVinoAttributor::isOfType(model::NodeId id, std::span<const std::string_view> types) const
{
    return isOneOf(m_model.node(id).type, types);
}

/// Returns the nodes of which an operator between `before` and `behind` may be a piece: those
/// behind that read what the others make, perhaps through `removed`. If OpenVINO executes them as
/// one operator, those before that it may have split.
OpenVinoAttributor::Nodes OpenVinoAttributor::partOf(
    const Places& before, const Nodes& removed, const Places& behind) const
{
    auto readable = nextTo(before, Direction::Behind);
    for (const auto id : removed)
        addNext(m_model.node(id), Direction::Behind, readable);
    auto sources = nodesOf(before);
    auto readers = nodesOf(behind);
    std::ranges::sort(readable);
    const auto isRead = [&](model::NodeId id) { return std::ranges::binary_search(readable, id); };
    const auto isSource = [&](model::NodeId id) { return std::ranges::binary_search(sources, id); };
    std::erase_if(readers, [&](auto id) { return !isRead(id) && !isSource(id); });
    const auto isSplit = [&](model::NodeId id) { return !isOfType(id, singleTypes); };
    if (std::ranges::any_of(readers, isSplit)) {
        std::erase_if(readers, std::not_fn(isSplit));
        return readers;
    }
    auto made = nextTo(behind, Direction::Before);
    for (const auto id : removed)
        addNext(m_model.node(id), Direction::Before, made);
    std::erase_if(sources,
        [&](auto id) { return !isSplit(id) || std::ranges::find(made, id) == made.end(); });
    return sources.empty() ? readers : sources;
}

Attribution OpenVinoAttributor::ownOperator(
    std::uint32_t each, const Places& before, const Places& behind) const
{
    const auto& node = m_graph.nodes[each];
    const bool isCast
        = node.type == convertType || std::ranges::any_of(node.inputs, [&](auto input) {
              return m_graph.nodes[input].precisions.find(',') == std::string::npos
                  && m_graph.nodes[input].precisions != node.precisions;
          });
    Attribution own { AttributionRule::EngineOwn, false, nodesOf(before),
        isCast ? "cast" : "layout change" };
    if (own.nodes.empty())
        own.nodes = nodesOf(behind);
    return own;
}

/// Whether every operator that makes an input has a name, directly or before a reorder.
bool OpenVinoAttributor::followsNamed(std::uint32_t each) const
{
    const auto isNamed = [&](std::uint32_t other) {
        return isBorder(other) || m_isConstant[other] || !m_matches[other].empty();
    };
    return std::ranges::all_of(m_graph.nodes[each].inputs, [&](std::uint32_t input) {
        const auto& node = m_graph.nodes[input];
        return isNamed(input)
            || (node.type == reorderType && std::ranges::all_of(node.inputs, isNamed));
    });
}

/// Returns the unclaimed nodes from a named operator back to the node that gives its kernel the
/// type: a FullyConnected that is called after Add also has the MatMul before it.
OpenVinoAttributor::Nodes OpenVinoAttributor::pathToAnchor(std::uint32_t each) const
{
    const auto row
        = std::ranges::find(kernelAnchors, m_graph.nodes[each].type, &KernelAnchors::type);
    if (row == kernelAnchors.end())
        return {};
    auto last = nodesOf({ each });
    const auto isAnchor = [&](model::NodeId id) { return isOfType(id, row->anchors); };
    if (std::ranges::any_of(last, isAnchor))
        return {};
    Nodes path;
    for (int steps = 0; steps < maxAnchorSteps; ++steps) {
        Nodes before;
        for (const auto id : last)
            addNext(m_model.node(id), Direction::Before, before);
        std::erase_if(
            before, [&](auto id) { return !m_isDependent[id.value()] || m_isClaimed[id.value()]; });
        if (before.size() != 1)
            return {};
        path.push_back(before.front());
        if (isAnchor(before.front()))
            return path;
        last = std::move(before);
    }
    return {};
}

/// Returns unclaimed nodes between a named operator and the operators before: OpenVINO does not
/// name all that it fuses.
OpenVinoAttributor::Nodes OpenVinoAttributor::swallowedBy(std::uint32_t each)
{
    return followsNamed(each) ? between(nearest(each, Direction::Before), { each })
                              : pathToAnchor(each);
}

/// Claims the nodes that names refer to, and the nodes that belong to them.
void OpenVinoAttributor::addSwallowed()
{
    for (const auto& matches : m_matches)
        for (const auto& match : matches)
            m_isClaimed[match.node.value()] = true;
    std::vector<Nodes> swallowed(m_matches.size());
    for (std::uint32_t i = 0; i < m_matches.size(); ++i)
        if (!m_matches[i].empty())
            swallowed[i] = swallowedBy(i);
    for (std::uint32_t i = 0; i < m_matches.size(); ++i)
        for (const auto id : swallowed[i]) {
            m_isClaimed[id.value()] = true;
            m_matches[i].push_back({ id, false });
        }
}

Attribution OpenVinoAttributor::attributeUnnamed(std::uint32_t each)
{
    const auto& node = m_graph.nodes[each];
    const auto before = nearest(each, Direction::Before);
    const auto behind = nearest(each, Direction::Behind);
    if (node.type == reorderType)
        return ownOperator(each, before, behind);
    auto free = between(before, behind);
    const bool isRemoved = !isOneOf(node.type, removableKernels)
        && std::ranges::all_of(free, [&](auto id) { return isOfType(id, removableTypes); });
    if (!free.empty() && !isRemoved)
        return { AttributionRule::Between, false, std::move(free), {} };
    if (node.type == convertType && free.empty())
        return ownOperator(each, before, behind);
    auto part = partOf(before, free, behind);
    const bool isOfSingle
        = std::ranges::all_of(part, [&](auto id) { return isOfType(id, singleTypes); });
    if (!free.empty() && isOfSingle)
        return { AttributionRule::Between, false, std::move(free), {} };
    if (!part.empty())
        return { AttributionRule::Part, false, std::move(part), {} };
    return {};
}

std::vector<Attribution> OpenVinoAttributor::attribute()
{
    findByName();
    std::vector<Attribution> attributions(m_graph.nodes.size());
    for (std::uint32_t i = 0; i < m_graph.nodes.size(); ++i) {
        if (isBorder(i) || m_isConstant[i])
            continue;
        if (m_matches[i].empty())
            attributions[i] = attributeUnnamed(i);
        else
            attributions[i] = { AttributionRule::Name, false, nodesOf({ i }), {} };
    }
    return attributions;
}

} // namespace

std::vector<Attribution> attributeOpenVino(const model::Model& model, const OpenVinoGraph& graph)
{
    return OpenVinoAttributor(model, graph).attribute();
}

} // namespace profiler
