#include "model/edit/id_map.h"

#include <onnx/onnx.pb.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace model::edit {

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;

/// The content of a message, opened or not.
struct Content {
    const Message* message = nullptr;
    Bytes bytes;
};

/// A field of a message: its address, and its content.
struct Part {
    const std::byte* address = nullptr;
    Content content;
};

/// Visits the fields of a number that hold bytes.
template <typename Visit>
void visitParts(const Content& content, std::uint32_t number, Visit visit)
{
    if (content.message) {
        for (const auto& field : content.message->fields)
            if (field.number == number && field.type == onnx::WireType::Bytes)
                visit(Part { field.head.data(), { field.child.get(), field.body } });
        return;
    }
    onnx::WireReader reader({ content.bytes, 0 });
    while (const auto field = reader.next())
        if (field->isBytesOf(number))
            visit(Part { field->encoded.bytes.data(), { nullptr, field->content.bytes } });
}

std::string_view textOf(const Content& content, std::uint32_t number)
{
    if (content.message)
        return edit::textOf(*content.message, number);
    std::string_view text;
    visitParts(content, number, [&](const Part& part) {
        const auto bytes = part.content.bytes;
        text = { reinterpret_cast<const char*>(bytes.data()), bytes.size() };
    });
    return text;
}

bool isFunction(const Graph& graph) { return graph.role == Graph::Role::FunctionBody; }

constexpr std::uint32_t nodeNumber = GraphProto::kNodeFieldNumber;
constexpr std::uint32_t inputNumber = GraphProto::kInputFieldNumber;
constexpr std::uint32_t functionNodeNumber = FunctionProto::kNodeFieldNumber;
constexpr std::uint32_t functionInputNumber = FunctionProto::kInputFieldNumber;

class Fingerprinter {
public:
    Fingerprinter(const Model& model, const Message& root)
        : m_model(model)
        , m_graphs(model.graphs.size())
        , m_owners(model.nodes.size())
    {
        m_prints.nodes.resize(model.nodes.size());
        m_prints.values.resize(model.values.size());
        for (const auto& graph : model.graphs)
            if (graph.owner.isValid())
                m_owners[graph.owner.value()].isOwner = true;
        visitParts({ &root, {} }, ModelProto::kGraphFieldNumber,
            [&](const Part& part) { m_graphs.front().push_back(part.content); });
        std::size_t function = 0;
        visitParts({ &root, {} }, ModelProto::kFunctionsFieldNumber, [&](const Part& part) {
            if (function < model.functions.size())
                m_graphs[model.functions[function++].body.value()].push_back(part.content);
        });
    }

    Fingerprints run()
    {
        // A nested graph has a higher id than the graph around it.
        for (const auto& graph : m_model.graphs) {
            if (graph.owner.isValid())
                m_graphs[graph.id.value()] = bodyOf(graph);
            nodesOf(graph);
            inputsOf(graph);
            if (!isFunction(graph))
                initializersOf(graph);
        }
        return std::move(m_prints);
    }

private:
    struct Owner {
        bool isOwner = false;
        Content content;
    };

    std::vector<Content> bodyOf(const Graph& graph) const
    {
        const auto& owner = m_model.node(graph.owner);
        std::vector<Content> found;
        std::size_t index = 0;
        visitParts(m_owners[graph.owner.value()].content, NodeProto::kAttributeFieldNumber,
            [&](const Part& attribute) {
                if (index >= owner.attributes.size())
                    return;
                const auto& value = owner.attributes[index++].value;
                if (const auto* const one = std::get_if<GraphId>(&value)) {
                    if (*one == graph.id)
                        visitParts(attribute.content, AttributeProto::kGFieldNumber,
                            [&](const Part& part) { found.push_back(part.content); });
                    return;
                }
                const auto* const several = std::get_if<std::vector<GraphId>>(&value);
                std::size_t place = 0;
                if (several)
                    visitParts(attribute.content, AttributeProto::kGraphsFieldNumber,
                        [&](const Part& part) {
                            if (place < several->size() && (*several)[place++] == graph.id)
                                found.push_back(part.content);
                        });
            });
        return found;
    }

    void nodesOf(const Graph& graph)
    {
        const auto number = isFunction(graph) ? functionNodeNumber : nodeNumber;
        std::size_t index = 0;
        visitAll(graph, number, [&](const Part& part) {
            if (index >= graph.nodes.size())
                return;
            const auto node = graph.nodes[index++].value();
            m_prints.nodes[node] = part.address;
            if (m_owners[node].isOwner)
                m_owners[node].content = part.content;
        });
    }

    void inputsOf(const Graph& graph)
    {
        const auto number = isFunction(graph) ? functionInputNumber : inputNumber;
        std::size_t index = 0;
        visitAll(graph, number, [&](const Part& part) {
            if (index < graph.inputs.size())
                m_prints.values[graph.inputs[index++].value()] = part.address;
        });
    }

    void initializersOf(const Graph& graph)
    {
        std::unordered_map<std::string_view, ValueId> named;
        for (const auto id : graph.initializers)
            if (m_prints.values[id.value()] == nullptr)
                named.emplace(m_model.value(id).name, id);
        if (named.empty())
            return;
        visitAll(graph, GraphProto::kInitializerFieldNumber, [&](const Part& part) {
            const auto name = textOf(part.content, onnx_pb::TensorProto::kNameFieldNumber);
            if (const auto found = named.find(name); found != named.end())
                m_prints.values[found->second.value()] = part.address;
        });
    }

    template <typename Visit>
    void visitAll(const Graph& graph, std::uint32_t number, Visit visit) const
    {
        for (const auto& content : m_graphs[graph.id.value()])
            visitParts(content, number, visit);
    }

    const Model& m_model;
    std::vector<std::vector<Content>> m_graphs; ///< by GraphId: its pieces
    std::vector<Owner> m_owners; ///< by NodeId: nodes with bodies
    Fingerprints m_prints;
};

template <typename Id>
std::vector<Id> matched(
    const std::vector<const std::byte*>& before, const std::vector<const std::byte*>& after)
{
    std::vector<Id> ids;
    ids.reserve(before.size());
    for (const auto position : matchedPositions(before, after))
        ids.push_back(position == noPosition ? Id() : Id(position));
    return ids;
}

class Matcher {
public:
    Matcher(const Model& before, const Model& after)
        : m_before(before)
        , m_after(after)
    {
    }

    void matchGraphs(IdMap& map) const
    {
        map.graphs.resize(m_before.graphs.size());
        std::unordered_map<std::string, GraphId> bodies;
        for (const auto& graph : m_after.graphs)
            bodies.emplace(keyOf(m_after, graph, graph.owner), graph.id);
        for (const auto& graph : m_before.graphs) {
            if (graph.owner.isValid() && !map.of(graph.owner).isValid())
                continue;
            const auto owner = graph.owner.isValid() ? map.of(graph.owner) : NodeId();
            const auto found = bodies.find(keyOf(m_before, graph, owner));
            if (found != bodies.end())
                map.graphs[graph.id.value()] = found->second;
        }
    }

    void matchValues(IdMap& map) const
    {
        std::vector<bool> isTaken(m_after.values.size());
        for (const auto id : map.values)
            if (id.isValid())
                isTaken[id.value()] = true;
        for (std::size_t i = 0; i < m_before.values.size(); ++i)
            if (const auto found = sameOutput(map, m_before.values[i]);
                found.isValid() && !map.values[i].isValid() && !isTaken[found.value()]) {
                map.values[i] = found;
                isTaken[found.value()] = true;
            }
        matchNames(map, isTaken);
    }

private:
    /// Tells the graphs of one owner apart; a function has none, but a name.
    static std::string keyOf(const Model& model, const Graph& graph, NodeId owner)
    {
        if (graph.owner.isValid()) {
            const auto& attributes = model.node(graph.owner).attributes;
            std::size_t place = 0;
            for (const auto& attribute : attributes)
                if (const auto* const several
                    = std::get_if<std::vector<GraphId>>(&attribute.value)) {
                    const auto found = std::ranges::find(*several, graph.id);
                    if (found != several->end())
                        place = static_cast<std::size_t>(found - several->begin());
                }
            return std::to_string(owner.value()) + "/" + graph.ownerAttribute + "/"
                + std::to_string(place);
        }
        if (!graph.function.isValid())
            return "main";
        const auto& function = model.function(graph.function);
        return function.domain + "\n" + function.name + "\n" + function.overload;
    }

    ValueId sameOutput(const IdMap& map, const Value& value) const
    {
        const auto producer = value.producer.isValid() ? map.of(value.producer) : NodeId();
        if (!producer.isValid())
            return {};
        const auto& outputs = m_after.node(producer).outputs;
        return value.producerOutput < outputs.size() ? outputs[value.producerOutput] : ValueId();
    }

    /// Values whose declaration was replaced keep their name.
    void matchNames(IdMap& map, std::vector<bool>& isTaken) const
    {
        std::unordered_map<std::string, ValueId> free;
        const auto keyOfValue = [](GraphId graph, const Value& value) {
            return std::to_string(graph.value()) + "/" + value.name;
        };
        for (std::size_t i = 0; i < m_after.values.size(); ++i)
            if (!isTaken[i])
                free.emplace(keyOfValue(m_after.values[i].graph, m_after.values[i]), ValueId(i));
        for (std::size_t i = 0; i < m_before.values.size() && !free.empty(); ++i) {
            const auto& value = m_before.values[i];
            const auto graph = map.of(value.graph);
            if (map.values[i].isValid() || !graph.isValid())
                continue;
            const auto found = free.find(keyOfValue(graph, value));
            if (found == free.end())
                continue;
            map.values[i] = found->second;
            free.erase(found);
        }
    }

    const Model& m_before;
    const Model& m_after;
};

template <typename Id>
Id mapped(const std::vector<Id>& ids, Id id)
{
    return id.isValid() && id.value() < ids.size() ? ids[id.value()] : Id();
}

} // namespace

NodeId IdMap::of(NodeId id) const { return mapped(nodes, id); }
ValueId IdMap::of(ValueId id) const { return mapped(values, id); }
GraphId IdMap::of(GraphId id) const { return mapped(graphs, id); }

std::vector<ValueId> valuesNow(const IdMap& map, const std::vector<ValueId>& values)
{
    std::vector<ValueId> now;
    for (const auto value : values)
        if (const auto id = map.of(value); id.isValid())
            now.push_back(id);
    return now;
}

IdMap composed(const IdMap& first, const IdMap& second)
{
    auto map = first;
    for (auto& id : map.nodes)
        id = second.of(id);
    for (auto& id : map.values)
        id = second.of(id);
    for (auto& id : map.graphs)
        id = second.of(id);
    return map;
}

IdMap identityOf(const Model& model)
{
    return { firstIds<NodeId>(model.nodes.size()), firstIds<ValueId>(model.values.size()),
        firstIds<GraphId>(model.graphs.size()) };
}

Fingerprints fingerprintsOf(const Model& model, const Message& root)
{
    return Fingerprinter(model, root).run();
}

std::vector<std::uint32_t> matchedPositions(
    std::span<const std::byte* const> before, std::span<const std::byte* const> after)
{
    std::vector<std::uint32_t> positions(before.size(), noPosition);
    const auto match = [&](std::size_t i, std::size_t j) {
        if (before[i] != nullptr)
            positions[i] = static_cast<std::uint32_t>(j);
    };
    const auto common = std::min(before.size(), after.size());
    std::size_t first = 0;
    for (; first < common && before[first] == after[first]; ++first)
        match(first, first);
    auto end = before.size();
    auto afterEnd = after.size();
    for (; end > first && afterEnd > first && before[end - 1] == after[afterEnd - 1]; --end)
        match(end - 1, --afterEnd);
    std::unordered_map<const std::byte*, std::size_t> places;
    for (auto j = first; j < afterEnd; ++j)
        if (after[j] != nullptr)
            places.emplace(after[j], j);
    for (auto i = first; i < end; ++i)
        if (const auto found = places.find(before[i]); found != places.end()) {
            match(i, found->second);
            places.erase(found);
        }
    return positions;
}

IdMap idMap(const Model& before, const Fingerprints& beforePrints, const Model& after,
    const Fingerprints& afterPrints)
{
    IdMap map;
    map.nodes = matched<NodeId>(beforePrints.nodes, afterPrints.nodes);
    map.values = matched<ValueId>(beforePrints.values, afterPrints.values);
    const Matcher matcher(before, after);
    matcher.matchGraphs(map);
    matcher.matchValues(map);
    return map;
}

} // namespace model::edit
