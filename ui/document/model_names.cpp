#include "ui/document/model_names.h"

#include <algorithm>

namespace ui {

ModelNames::ModelNames(std::shared_ptr<const model::Model> before, model::NodeLabels labelsBefore,
    std::shared_ptr<const model::Model> after, const model::NodeLabels& labelsAfter)
    : m_before(std::move(before))
    , m_after(std::move(after))
    , m_labels(std::move(labelsBefore))
{
    m_nodes.reserve(labelsAfter.size());
    for (std::uint32_t i = 0; i < labelsAfter.size(); ++i)
        if (labelsAfter.isName(model::NodeId(i)))
            m_nodes.emplace(m_after->nodes[i].name, i);
    for (std::uint32_t i = 0; i < m_after->graphs.size(); ++i)
        m_graphs.emplace(model::graphPath(*m_after, model::GraphId(i)), i);
    m_values.reserve(m_after->values.size());
    for (std::uint32_t i = 0; i < m_after->values.size(); ++i)
        m_values.emplace(Named { m_after->values[i].graph.value(), m_after->values[i].name }, i);
}

std::optional<std::uint32_t> ModelNames::node(std::uint32_t id) const
{
    if (id >= m_labels.size())
        return std::nullopt;
    const auto& before = m_before->nodes[id];
    if (m_labels.isName(model::NodeId(id))) {
        const auto found = m_nodes.find(before.name);
        return found != m_nodes.end() ? std::optional(found->second) : std::nullopt;
    }
    // The label is the position in the file. Another node may be there now.
    const auto graph = (*this)({ SelectedItem::Kind::Graph, before.graph.value() });
    if (!graph)
        return std::nullopt;
    const auto& nodes = m_after->graphs[graph->id].nodes;
    const auto isThere
        = [&](model::NodeId node) { return m_after->node(node).position == before.position; };
    // Nodes are usually in the order of the file. Else every node is asked.
    const auto there = before.position < nodes.size() && isThere(nodes[before.position])
        ? nodes.begin() + before.position
        : std::ranges::find_if(nodes, isThere);
    if (there == nodes.end())
        return std::nullopt;
    const auto& after = m_after->node(*there);
    const bool hasSameName = !before.name.empty() && before.name == after.name;
    const bool isNamed = m_nodes.contains(after.name);
    return hasSameName || (!isNamed && before.type == after.type) ? std::optional(there->value())
                                                                  : std::nullopt;
}

std::optional<std::uint32_t> ModelNames::value(std::uint32_t id) const
{
    if (id >= m_before->values.size())
        return std::nullopt;
    const auto& before = m_before->values[id];
    const auto graph = (*this)({ SelectedItem::Kind::Graph, before.graph.value() });
    if (!graph || before.name.empty())
        return std::nullopt;
    const auto found = m_values.find({ graph->id, before.name });
    return found != m_values.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::uint32_t> ModelNames::edited(const SelectedItem& item) const
{
    const auto number
        = [](auto id) { return id.isValid() ? std::optional(id.value()) : std::nullopt; };
    if (item.isNode())
        return number(m_ids->of(model::NodeId(item.id)));
    if (item.isValue())
        return number(m_ids->of(model::ValueId(item.id)));
    if (item.kind == SelectedItem::Kind::Graph)
        return number(m_ids->of(model::GraphId(item.id)));
    return std::nullopt;
}

std::optional<SelectedItem> ModelNames::operator()(const SelectedItem& item) const
{
    std::optional<std::uint32_t> id;
    if (m_ids)
        id = edited(item);
    else if (item.isNode())
        id = node(item.id);
    else if (item.isValue())
        id = value(item.id);
    else if (item.kind == SelectedItem::Kind::Graph && item.id < m_before->graphs.size()) {
        const auto found = m_graphs.find(model::graphPath(*m_before, model::GraphId(item.id)));
        if (found != m_graphs.end())
            id = found->second;
    }
    return id ? std::optional(SelectedItem { item.kind, *id }) : std::nullopt;
}

std::optional<layout::Item> itemNamed(const ModelNames& names, const layout::Item& item)
{
    if (item.isGroup())
        return item;
    using Kind = SelectedItem::Kind;
    const auto found = names({ item.node().isValid() ? Kind::Node : Kind::Value, item.id });
    return found ? std::optional(layout::Item { item.kind, found->id, item.count }) : std::nullopt;
}

} // namespace ui
