#include "layout/hierarchy.h"

#include "model/support/text.h"

#include <algorithm>

namespace layout {
namespace {

constexpr std::size_t levelTitleCharacters = 48;

void appendGraphs(const model::Attribute& attribute, std::vector<model::GraphId>& graphs)
{
    if (const auto* one = std::get_if<model::GraphId>(&attribute.value)) {
        if (one->isValid())
            graphs.push_back(*one);
    }
    if (const auto* several = std::get_if<std::vector<model::GraphId>>(&attribute.value))
        graphs.insert(graphs.end(), several->begin(), several->end());
}

std::string shown(std::string_view text)
{
    return support::sanitise(support::elideMiddle(text, levelTitleCharacters));
}

std::string functionTitle(const model::Model& model, model::GraphId body)
{
    const auto found = std::ranges::find(model.functions, body, &model::Function::body);
    return (found == model.functions.end() ? std::string("function") : shown(found->name))
        + " (function)";
}

}

std::vector<model::GraphId> graphsInside(const model::Model& model, model::NodeId node)
{
    std::vector<model::GraphId> graphs;
    for (const auto& attribute : model.node(node).attributes)
        appendGraphs(attribute, graphs);
    const auto function = model.node(node).function;
    if (function.isValid())
        graphs.push_back(model.function(function).body);
    return graphs;
}

std::vector<model::ValueId> capturedBy(const model::Model& model, model::NodeId node)
{
    std::vector<model::GraphId> subgraphs;
    for (const auto& attribute : model.node(node).attributes)
        appendGraphs(attribute, subgraphs);
    std::vector<model::ValueId> values;
    for (const auto subgraph : subgraphs) {
        const auto& captures = model.graph(subgraph).captures;
        values.insert(values.end(), captures.begin(), captures.end());
    }
    return values;
}

std::vector<model::GraphId> pathTo(const model::Model& model, model::GraphId graph)
{
    std::vector<model::GraphId> way;
    for (auto at = graph; at.isValid() && way.size() < model.graphs.size();
         at = model.graph(at).parent)
        way.push_back(at);
    std::reverse(way.begin(), way.end());
    return way;
}

std::string levelTitle(const model::Model& model, model::GraphId id)
{
    const model::Graph& graph = model.graph(id);
    if (graph.role == model::Graph::Role::FunctionBody)
        return functionTitle(model, id);
    if (graph.owner.isValid()) {
        const auto& owner = model.node(graph.owner);
        return shown(owner.name.empty() ? owner.type : owner.name) + " · "
            + shown(graph.ownerAttribute);
    }
    if (!graph.name.empty())
        return shown(graph.name);
    return graph.role == model::Graph::Role::Training ? "training graph" : "main graph";
}

}
