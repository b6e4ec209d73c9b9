#include "layout/groups/partition.h"

#include "layout/groups/emission.h"
#include "layout/groups/scope_paths.h"

#include <algorithm>
#include <numeric>

namespace layout::groups {
namespace {

class Partition {
public:
    Partition(const model::Model& model, LocalTree& tree, std::stop_token stop)
        : m_tree(tree)
        , m_stop(std::move(stop))
        , m_scopes(scopesOf(model, tree.flow))
        , m_itemOf(tree.flow.size(), none)
        , m_placeOf(tree.flow.size(), none)
        , m_itemOfScope(m_scopes.scopes.size(), none)
    {
    }

    void run()
    {
        m_tree.order.resize(m_tree.flow.size());
        std::iota(m_tree.order.begin(), m_tree.order.end(), 0U);
        m_tree.groups.push_back({ .kind = GroupKind::Root, .end = m_tree.flow.size() });
        for (std::uint32_t group = 0; group < m_tree.groups.size(); ++group) {
            if (!m_stop.stop_requested())
                divide(group);
        }
    }

private:
    std::span<std::uint32_t> nodesOf(std::uint32_t group)
    {
        const auto& known = m_tree.groups[group];
        return std::span(m_tree.order).subspan(known.begin, known.end - known.begin);
    }

    void divide(std::uint32_t group)
    {
        const auto nodes = nodesOf(group);
        const auto scope = innermost(m_tree.groups[group].scope, nodes);
        nameGroup(group, scope);
        if (std::ranges::all_of(
                nodes, [&](std::uint32_t node) { return m_scopes.scopeOf[node] == scope; }))
            return;
        const auto items = takeItems(scope, nodes);
        if (items < nodes.size())
            takeStretches(group, emit({ m_tree.flow, nodes, m_itemOf, m_placeOf, items }));
        for (const auto node : nodesOf(group))
            m_itemOf[node] = none;
    }

    /// Returns the innermost scope that contains all nodes, because a scope with only one child
    /// scope is not a level of its own.
    std::uint32_t innermost(std::uint32_t scope, std::span<const std::uint32_t> nodes) const
    {
        if (nodes.empty())
            return scope;
        auto shared = m_scopes.scopeOf[nodes.front()];
        for (const auto node : nodes)
            shared = m_scopes.common(shared, m_scopes.scopeOf[node]);
        return shared;
    }

    void nameGroup(std::uint32_t group, std::uint32_t innermostScope)
    {
        auto& named = m_tree.groups[group];
        if (named.kind != GroupKind::Scope)
            return;
        named.path = m_scopes.path(innermostScope);
        named.title = m_scopes.path(innermostScope, m_scopes.scopes[named.scope].parent);
        if (named.part > 0)
            named.title += " (" + std::to_string(named.part + 1) + ")";
    }

    /// Numbers the child scopes of `scope` and the nodes directly in it. Returns the number of
    /// items.
    std::uint32_t takeItems(std::uint32_t scope, std::span<const std::uint32_t> nodes)
    {
        const auto depth = m_scopes.scopes[scope].depth;
        std::uint32_t items = 0;
        m_scopeOfItem.clear();
        for (std::uint32_t place = 0; place < nodes.size(); ++place) {
            const auto node = nodes[place];
            const auto own = m_scopes.scopeOf[node];
            m_placeOf[node] = place;
            const auto child = own == scope ? none : m_scopes.ancestor(own, depth + 1);
            if (child != none && m_itemOfScope[child] != none) {
                m_itemOf[node] = m_itemOfScope[child];
                continue;
            }
            m_itemOf[node] = items++;
            m_scopeOfItem.push_back(child);
            if (child != none)
                m_itemOfScope[child] = m_itemOf[node];
        }
        for (const auto child : m_scopeOfItem) {
            if (child != none)
                m_itemOfScope[child] = none;
        }
        return items;
    }

    void takeStretches(std::uint32_t group, const Emission& emission)
    {
        const auto begin = m_tree.groups[group].begin;
        std::ranges::copy(emission.order, m_tree.order.begin() + begin);
        std::vector<std::uint32_t> parts(m_scopeOfItem.size(), 0);
        for (const auto& stretch : emission.stretches) {
            if (stretch.end - stretch.begin < 2)
                continue;
            m_tree.groups.push_back({ .kind = GroupKind::Scope,
                .parent = group,
                .begin = begin + stretch.begin,
                .end = begin + stretch.end,
                .scope = m_scopeOfItem[stretch.item],
                .part = parts[stretch.item]++ });
        }
    }

    LocalTree& m_tree;
    std::stop_token m_stop;
    model::ScopeTree m_scopes;
    std::vector<std::uint32_t> m_itemOf; ///< by node, in the current level
    std::vector<std::uint32_t> m_placeOf;
    std::vector<std::uint32_t> m_itemOfScope;
    std::vector<std::uint32_t> m_scopeOfItem; ///< none: a direct node
};

}

LocalTree partition(const model::Model& model, GraphFlow flow, std::stop_token stop)
{
    LocalTree tree;
    tree.flow = std::move(flow);
    Partition(model, tree, std::move(stop)).run();
    return tree;
}

}
