#include "layout/groups/partition.h"

#include "layout/groups/emission.h"

#include <algorithm>
#include <numeric>

namespace layout::groups {
namespace {

class Partition {
public:
    Partition(const model::Model& model, LocalTree& tree, std::stop_token stop)
        : m_tree(tree)
        , m_stop(std::move(stop))
        , m_paths(scopePaths(model, tree.flow))
        , m_itemOf(tree.flow.size(), none)
        , m_placeOf(tree.flow.size(), none)
        , m_itemOfScope(m_paths.scopes.size(), none)
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
                nodes, [&](std::uint32_t node) { return m_paths.scopeOf[node] == scope; }))
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
        auto shared = m_paths.scopeOf[nodes.front()];
        for (const auto node : nodes) {
            auto other = m_paths.scopeOf[node];
            const auto depth = std::min(m_paths.scopes[shared].depth, m_paths.scopes[other].depth);
            shared = m_paths.ancestor(shared, depth);
            other = m_paths.ancestor(other, depth);
            while (shared != other) {
                shared = m_paths.scopes[shared].parent;
                other = m_paths.scopes[other].parent;
            }
        }
        return shared;
    }

    void nameGroup(std::uint32_t group, std::uint32_t innermostScope)
    {
        auto& named = m_tree.groups[group];
        if (named.kind != GroupKind::Scope)
            return;
        std::vector<std::string_view> parts;
        for (auto scope = innermostScope; scope != 0; scope = m_paths.scopes[scope].parent)
            parts.push_back(m_paths.scopes[scope].part);
        std::ranges::reverse(parts);
        const std::size_t outer = m_paths.scopes[named.scope].depth - 1;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            append(named.path, parts[i]);
            if (i >= outer)
                append(named.title, parts[i]);
        }
        if (named.part > 0)
            named.title += " (" + std::to_string(named.part + 1) + ")";
    }

    static void append(std::string& path, std::string_view part)
    {
        if (!path.empty())
            path += '/';
        path += part;
    }

    /// Numbers the child scopes of `scope` and the nodes directly in it. Returns the number of
    /// items.
    std::uint32_t takeItems(std::uint32_t scope, std::span<const std::uint32_t> nodes)
    {
        const auto depth = m_paths.scopes[scope].depth;
        std::uint32_t items = 0;
        m_scopeOfItem.clear();
        for (std::uint32_t place = 0; place < nodes.size(); ++place) {
            const auto node = nodes[place];
            const auto own = m_paths.scopeOf[node];
            m_placeOf[node] = place;
            const auto child = own == scope ? none : m_paths.ancestor(own, depth + 1);
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
    ScopePaths m_paths;
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
