#include "model/scope_tree.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace model {
namespace {

bool usesDots(std::span<const ScopeSource> nodes)
{
    std::size_t dotted = 0;
    std::unordered_set<std::string_view> scopes;
    for (const auto& node : nodes) {
        if (node.name.find('/') != std::string_view::npos)
            return false;
        const auto scope = allButLast(node.name, '.');
        dotted += scope.empty() ? 0 : 1;
        scopes.insert(scope);
    }
    return dotted * 2 >= nodes.size() && scopes.size() * 2 <= nodes.size();
}

struct ScopeName {
    std::uint32_t parent = 0;
    std::string_view part;
    bool operator==(const ScopeName&) const = default;
};

struct ScopeNameHash {
    std::size_t operator()(const ScopeName& name) const
    {
        return std::hash<std::string_view>()(name.part)
            ^ (name.parent * std::size_t { 0x9E3779B1 });
    }
};

class TreeBuilder {
public:
    ScopeTree build(std::span<const ScopeSource> nodes)
    {
        m_tree.separator = usesDots(nodes) ? '.' : '/';
        m_tree.scopeOf.reserve(nodes.size());
        for (const auto& node : nodes)
            m_tree.scopeOf.push_back(scopeOf(node));
        return std::move(m_tree);
    }

private:
    std::uint32_t scopeOf(const ScopeSource& node)
    {
        if (const auto& written = node.written; !written.text.empty())
            return written.isUnknown()
                ? noScope
                : known(written.prefix, [&] { return written.partsOf(written.text); });
        return known(allButLast(node.name, m_tree.separator), [&] {
            auto parts = partsOfName(node.name, m_tree.separator);
            if (!parts.empty())
                parts.pop_back();
            return parts;
        });
    }

    /// Consecutive nodes mostly share scopes, so only the differing parts are looked up.
    template <typename PartsOf>
    std::uint32_t known(std::string_view prefix, PartsOf partsOf)
    {
        if (prefix.empty())
            return noScope;
        if (prefix == m_lastPrefix)
            return m_lastScope;
        const auto parts = partsOf();
        std::size_t same = 0;
        while (same < parts.size() && same < m_lastPath.size()
            && parts[same] == m_tree.scopes[m_lastPath[same]].part)
            ++same;
        m_lastPath.resize(same);
        for (; same < parts.size(); ++same)
            m_lastPath.push_back(child(same == 0 ? 0 : m_lastPath.back(), parts[same]));
        m_lastPrefix = prefix;
        m_lastScope = parts.empty() ? 0 : m_lastPath.back();
        return m_lastScope;
    }

    std::uint32_t child(std::uint32_t parent, std::string_view part)
    {
        const auto fresh = static_cast<std::uint32_t>(m_tree.scopes.size());
        const auto [place, isNew] = m_children.try_emplace({ parent, part }, fresh);
        if (isNew)
            m_tree.scopes.push_back({ parent, m_tree.scopes[parent].depth + 1, part });
        return place->second;
    }

    ScopeTree m_tree;
    std::unordered_map<ScopeName, std::uint32_t, ScopeNameHash> m_children;
    std::string_view m_lastPrefix; ///< of the previous node
    /// Scope of the previous node and its ancestors, outermost first.
    std::vector<std::uint32_t> m_lastPath;
    std::uint32_t m_lastScope = noScope;
};

} // namespace

std::uint32_t ScopeTree::ancestor(std::uint32_t scope, std::uint32_t depth) const
{
    while (scopes[scope].depth > depth)
        scope = scopes[scope].parent;
    return scope;
}

std::uint32_t ScopeTree::common(std::uint32_t one, std::uint32_t other) const
{
    const auto depth = std::min(scopes[one].depth, scopes[other].depth);
    one = ancestor(one, depth);
    other = ancestor(other, depth);
    while (one != other) {
        one = scopes[one].parent;
        other = scopes[other].parent;
    }
    return one;
}

std::string ScopeTree::path(std::uint32_t scope, std::uint32_t outer) const
{
    std::vector<std::string_view> parts;
    for (; scope != outer; scope = scopes[scope].parent)
        parts.push_back(scopes[scope].part);
    std::string path;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        path.append(path.empty() ? "" : "/").append(*part);
    return path;
}

ScopeTree scopeTree(std::span<const ScopeSource> nodes) { return TreeBuilder().build(nodes); }

} // namespace model
