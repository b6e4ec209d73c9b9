#include "layout/groups/scope_paths.h"

#include "model/scope_path.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace layout::groups {
namespace {

/// Largest number of readers whose scopes are compared. Values with more readers belong to the
/// graph itself.
constexpr std::size_t mostReadersAsked = 64;

bool isNumber(std::string_view text)
{
    return !text.empty()
        && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// `layers.7.self_attn.MatMul` -> layers.7, self_attn.
std::vector<std::string_view> partsOfDots(std::string_view name)
{
    std::vector<std::string_view> parts;
    for (const auto part : model::partsOfName(name, '.')) {
        if (isNumber(part) && !parts.empty()) {
            auto& before = parts.back();
            before = { before.data(), static_cast<std::size_t>(part.end() - before.begin()) };
        } else
            parts.push_back(part);
    }
    if (!parts.empty())
        parts.pop_back();
    return parts;
}

/// Returns the text without its last part, which is equal for nodes of one scope.
std::string_view allButLast(std::string_view text, char separator)
{
    const auto end = text.rfind(separator);
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

/// True if dots in names separate scopes: most names have one, few distinct prefixes occur, and no
/// name has a slash.
bool usesDots(const model::Model& model, const GraphFlow& flow)
{
    std::size_t dotted = 0;
    std::unordered_set<std::string_view> scopes;
    for (const auto id : flow.nodes) {
        const std::string_view name = model.node(id).name;
        if (name.find('/') != std::string_view::npos)
            return false;
        const auto scope = allButLast(name, '.');
        dotted += scope.empty() ? 0 : 1;
        scopes.insert(scope);
    }
    return dotted * 2 >= flow.nodes.size() && scopes.size() * 2 <= flow.nodes.size();
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

class Paths {
public:
    Paths(const model::Model& model, const GraphFlow& flow)
        : m_model(model)
        , m_flow(flow)
    {
        m_paths.scopes.emplace_back();
        m_paths.scopeOf.assign(flow.size(), none);
    }

    ScopePaths read()
    {
        m_usesDots = usesDots(m_model, m_flow);
        std::size_t scoped = 0;
        for (std::uint32_t i = 0; i < m_flow.size(); ++i) {
            m_paths.scopeOf[i] = scopeOf(m_model.node(m_flow.nodes[i]));
            scoped += m_paths.scopeOf[i] != none ? 1 : 0;
        }
        if (scoped > 0 && scoped < m_flow.nodes.size())
            adopt();
        std::ranges::replace(m_paths.scopeOf, none, 0U);
        return std::move(m_paths);
    }

private:
    using PartsOf = std::vector<std::string_view> (*)(std::string_view);

    /// Returns the scope of a node; none if neither metadata nor name give one.
    std::uint32_t scopeOf(const model::Node& node)
    {
        if (const auto written = model::writtenScopes(node); !written.text.empty())
            return written.isUnknown() ? none
                                       : known(written.text, written.prefix, written.partsOf);
        const std::string_view name = node.name;
        if (m_usesDots)
            return known(name, allButLast(name, '.'), partsOfDots);
        return known(name, allButLast(name, '/'), [](std::string_view text) {
            auto parts = model::partsOfName(text);
            if (!parts.empty())
                parts.pop_back();
            return parts;
        });
    }

    /// Consecutive nodes mostly share scopes, so only the differing parts are looked up.
    std::uint32_t known(std::string_view text, std::string_view prefix, PartsOf partsOf)
    {
        if (prefix.empty())
            return none;
        if (prefix == m_lastPrefix)
            return m_lastScope;
        const auto parts = partsOf(text);
        std::size_t same = 0;
        while (same < parts.size() && same < m_lastParts.size()
            && parts[same] == m_paths.scopes[m_lastParts[same]].part)
            ++same;
        m_lastParts.resize(same);
        for (; same < parts.size(); ++same)
            m_lastParts.push_back(child(same == 0 ? 0 : m_lastParts.back(), parts[same]));
        m_lastPrefix = prefix;
        m_lastScope = parts.empty() ? 0 : m_lastParts.back();
        return m_lastScope;
    }

    std::uint32_t child(std::uint32_t parent, std::string_view part)
    {
        const auto fresh = static_cast<std::uint32_t>(m_paths.scopes.size());
        const auto [place, isNew] = m_children.try_emplace({ parent, part }, fresh);
        if (isNew)
            m_paths.scopes.push_back({ parent, m_paths.scopes[parent].depth + 1, part });
        return place->second;
    }

    void adopt()
    {
        const auto own = m_paths.scopeOf;
        auto above = own; // scope of the nearest producer: the latest one
        for (std::uint32_t i = 0; i < m_flow.size(); ++i) {
            const auto producers = m_flow.producersOf(i);
            if (own[i] == none && !producers.empty())
                above[i] = above[*std::ranges::max_element(producers)];
        }
        auto below = own; // scope of the nearest reader: the earliest one
        for (auto i = m_flow.size(); i-- > 0;) {
            const auto readers = m_flow.readersOf(i);
            if (own[i] == none && !readers.empty())
                below[i] = above[i] != none ? below[readers.front()] : common(below, readers);
        }
        for (std::uint32_t i = 0; i < m_flow.size(); ++i) {
            if (own[i] == none) // a node without readers belongs to the graph itself
                m_paths.scopeOf[i] = below[i] == none ? 0 : common(above[i], below[i]);
        }
    }

    /// For nodes without a producer in the graph, such as a small table for one block or for all
    /// blocks: returns the scope that all readers share.
    std::uint32_t common(
        const std::vector<std::uint32_t>& scopes, std::span<const std::uint32_t> nodes) const
    {
        if (nodes.size() > mostReadersAsked)
            return 0;
        auto shared = none;
        for (const auto node : nodes)
            shared = common(shared, scopes[node]);
        return shared;
    }

    std::uint32_t common(std::uint32_t one, std::uint32_t other) const
    {
        if (one == none || other == none)
            return one == none ? other : one;
        const auto& scopes = m_paths.scopes;
        const auto depth = std::min(scopes[one].depth, scopes[other].depth);
        one = m_paths.ancestor(one, depth);
        other = m_paths.ancestor(other, depth);
        while (one != other) {
            one = scopes[one].parent;
            other = scopes[other].parent;
        }
        return one;
    }

    const model::Model& m_model;
    const GraphFlow& m_flow;
    ScopePaths m_paths;
    std::unordered_map<ScopeName, std::uint32_t, ScopeNameHash> m_children;
    std::string_view m_lastPrefix; ///< of the previous node
    std::vector<std::uint32_t> m_lastParts; ///< scope of the previous node and its ancestors,
                                            ///< outermost first
    std::uint32_t m_lastScope = none;
    bool m_usesDots = false;
};

}

ScopePaths scopePaths(const model::Model& model, const GraphFlow& flow)
{
    return Paths(model, flow).read();
}

}
