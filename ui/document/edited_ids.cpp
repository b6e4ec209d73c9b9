#include "ui/document/edited_ids.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>

namespace ui {

namespace {

using model::Graph;
using model::GraphId;
using model::Model;
using model::Node;
using model::NodeId;
using model::ValueId;

class Matcher {
public:
    Matcher(const Model& before, const Model& after)
        : m_before(before)
        , m_after(after)
    {
        m_ids.nodes.resize(before.nodes.size());
        m_ids.values.resize(before.values.size());
        m_ids.graphs.resize(before.graphs.size());
        m_isTaken.resize(after.nodes.size());
    }

    EditedIds match()
    {
        pair(m_before.main().id, m_after.main().id);
        pairFunctions();
        for (std::size_t next = 0; next < m_open.size(); ++next)
            matchNodes(m_before.graph(m_open[next].first), m_after.graph(m_open[next].second));
        matchNamedValues();
        return std::move(m_ids);
    }

private:
    void pair(GraphId before, GraphId after)
    {
        m_ids.graphs[before.value()] = after.value();
        m_open.emplace_back(before, after);
    }

    void pairFunctions()
    {
        const bool areAsMany = m_before.functions.size() == m_after.functions.size();
        for (std::size_t i = 0; i < m_before.functions.size(); ++i) {
            const auto& function = m_before.functions[i];
            auto found = std::ranges::find_if(m_after.functions, [&](const auto& other) {
                return other.name == function.name && other.domain == function.domain
                    && other.overload == function.overload;
            });
            if (found == m_after.functions.end() && areAsMany) // renamed
                found = m_after.functions.begin() + static_cast<std::ptrdiff_t>(i);
            if (found != m_after.functions.end())
                pair(function.body, found->body);
        }
    }

    std::string_view firstOutput(const Model& model, const Node& node) const
    {
        const auto output = std::ranges::find_if(node.outputs, &ValueId::isValid);
        return output == node.outputs.end() ? std::string_view()
                                            : std::string_view(model.value(*output).name);
    }
    bool isSame(NodeId before, NodeId after) const
    {
        const auto& a = m_before.node(before);
        const auto& b = m_after.node(after);
        return a.type == b.type && a.domain == b.domain && a.name == b.name
            && firstOutput(m_before, a) == firstOutput(m_after, b);
    }

    /// Pairs the nodes at both ends of the lists that are alike, and those between by their outputs
    /// or names and their operator, else by their order.
    void matchNodes(const Graph& before, const Graph& after)
    {
        std::span<const NodeId> a(before.nodes);
        std::span<const NodeId> b(after.nodes);
        while (!a.empty() && !b.empty() && isSame(a.front(), b.front())) {
            take(a.front(), b.front());
            a = a.subspan(1);
            b = b.subspan(1);
        }
        while (!a.empty() && !b.empty() && isSame(a.back(), b.back())) {
            take(a.back(), b.back());
            a = a.first(a.size() - 1);
            b = b.first(b.size() - 1);
        }
        matchBetween(a, b);
    }

    void matchBetween(std::span<const NodeId> a, std::span<const NodeId> b)
    {
        if (a.empty() || b.empty())
            return;
        std::unordered_map<std::string_view, NodeId> byOutput;
        std::unordered_map<std::string_view, NodeId> byName;
        for (const auto node : b) {
            byOutput.emplace(firstOutput(m_after, m_after.node(node)), node);
            byName.emplace(m_after.node(node).name, node);
        }
        std::vector<NodeId> left;
        for (const auto node : a) {
            const auto& known = m_before.node(node);
            // A value may have got another producer, so the operator must be the same.
            if (!takeIf(byOutput, firstOutput(m_before, known), node)
                && !takeIf(byName, known.name, node))
                left.push_back(node);
        }
        matchByOrder(left, b);
    }

    bool isSameOperator(NodeId before, NodeId after) const
    {
        const auto& a = m_before.node(before);
        const auto& b = m_after.node(after);
        return a.type == b.type && a.domain == b.domain;
    }

    template <typename Places>
    bool takeIf(const Places& places, std::string_view text, NodeId node)
    {
        const auto found = places.find(text);
        if (text.empty() || found == places.end() || m_isTaken[found->second.value()]
            || !isSameOperator(node, found->second))
            return false;
        take(node, found->second);
        return true;
    }

    /// Pairs nodes of the same operator in their order, then any if as many are left on both sides.
    void matchByOrder(std::vector<NodeId> left, std::span<const NodeId> b)
    {
        std::map<std::pair<std::string_view, std::string_view>, std::deque<NodeId>> free;
        for (const auto node : b)
            if (!m_isTaken[node.value()])
                free[{ m_after.node(node).domain, m_after.node(node).type }].push_back(node);
        std::erase_if(left, [&](NodeId node) {
            auto& same = free[{ m_before.node(node).domain, m_before.node(node).type }];
            if (same.empty())
                return false;
            take(node, same.front());
            same.pop_front();
            return true;
        });
        std::vector<NodeId> rest;
        std::ranges::copy_if(
            b, std::back_inserter(rest), [&](NodeId node) { return !m_isTaken[node.value()]; });
        for (std::size_t i = 0; i < left.size() && left.size() == rest.size(); ++i)
            take(left[i], rest[i]);
    }

    void take(NodeId before, NodeId after)
    {
        m_ids.nodes[before.value()] = after.value();
        m_isTaken[after.value()] = true;
        const auto& a = m_before.node(before);
        const auto& b = m_after.node(after);
        for (std::size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i)
            if (a.outputs[i].isValid() && b.outputs[i].isValid())
                m_ids.values[a.outputs[i].value()] = b.outputs[i].value();
        for (const auto& attribute : a.attributes)
            if (const auto* other = b.attribute(attribute.name))
                pairBodies(attribute.value, other->value);
    }

    void pairBodies(const model::Attribute::Value& before, const model::Attribute::Value& after)
    {
        const auto* one = std::get_if<GraphId>(&before);
        const auto* other = std::get_if<GraphId>(&after);
        if (one != nullptr && other != nullptr && one->isValid() && other->isValid())
            pair(*one, *other);
        const auto* some = std::get_if<std::vector<GraphId>>(&before);
        const auto* others = std::get_if<std::vector<GraphId>>(&after);
        if (some != nullptr && others != nullptr)
            for (std::size_t i = 0; i < std::min(some->size(), others->size()); ++i)
                pair((*some)[i], (*others)[i]);
    }

    /// Values that no paired node makes keep their name, or their place among the inputs.
    void matchNamedValues()
    {
        for (const auto& [before, after] : m_open) {
            const auto& a = m_before.graph(before);
            const auto& b = m_after.graph(after);
            std::unordered_map<std::string_view, ValueId> byName;
            for (const auto value : b.values)
                byName.emplace(m_after.value(value).name, value);
            for (const auto value : a.values) {
                auto& id = m_ids.values[value.value()];
                const auto found = byName.find(m_before.value(value).name);
                if (!id && found != byName.end())
                    id = found->second.value();
            }
            if (a.inputs.size() == b.inputs.size())
                matchRenamed(a.inputs, b.inputs);
            if (a.initializers.size() == b.initializers.size())
                matchRenamed(a.initializers, b.initializers);
        }
    }
    void matchRenamed(std::span<const ValueId> before, std::span<const ValueId> after)
    {
        for (std::size_t i = 0; i < before.size(); ++i)
            if (auto& id = m_ids.values[before[i].value()]; !id)
                id = after[i].value();
    }

    const Model& m_before;
    const Model& m_after;
    EditedIds m_ids;
    std::vector<bool> m_isTaken; ///< by node after the edit: it has a partner
    std::vector<std::pair<GraphId, GraphId>> m_open; ///< paired graphs
};

} // namespace

std::vector<model::ValueId> EditedIds::valuesNow(const std::vector<model::ValueId>& before) const
{
    std::vector<model::ValueId> now;
    for (const auto value : before)
        if (value.value() < values.size() && values[value.value()])
            now.emplace_back(*values[value.value()]);
    return now;
}

EditedIds EditedIds::between(const model::Model& before, const model::Model& after)
{
    return Matcher(before, after).match();
}

} // namespace ui
