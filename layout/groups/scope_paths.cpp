#include "layout/groups/scope_paths.h"

#include <algorithm>

namespace layout::groups {
namespace {

/// Largest number of readers whose scopes are compared. Values with more readers belong to the
/// graph itself.
constexpr std::size_t maxReadersAsked = 64;

std::uint32_t common(const model::ScopeTree& tree, std::uint32_t one, std::uint32_t other)
{
    if (one == none || other == none)
        return one == none ? other : one;
    return tree.common(one, other);
}

/// For nodes without a producer in the graph, such as a small table for one block or for all
/// blocks: returns the scope that all readers share.
std::uint32_t common(const model::ScopeTree& tree, const std::vector<std::uint32_t>& scopes,
    std::span<const std::uint32_t> readers)
{
    if (readers.size() > maxReadersAsked)
        return 0;
    auto shared = none;
    for (const auto reader : readers)
        shared = common(tree, shared, scopes[reader]);
    return shared;
}

/// Gives the nodes without a scope the one of their neighbours.
void adopt(model::ScopeTree& tree, const GraphFlow& flow)
{
    const auto own = tree.scopeOf;
    auto above = own; // scope of the nearest producer: the latest one
    for (std::uint32_t i = 0; i < flow.size(); ++i) {
        const auto producers = flow.producersOf(i);
        if (own[i] == none && !producers.empty())
            above[i] = above[*std::ranges::max_element(producers)];
    }
    auto below = own; // scope of the nearest reader: the earliest one
    for (auto i = flow.size(); i-- > 0;) {
        const auto readers = flow.readersOf(i);
        if (own[i] == none && !readers.empty())
            below[i] = above[i] != none ? below[readers.front()] : common(tree, below, readers);
    }
    for (std::uint32_t i = 0; i < flow.size(); ++i) {
        if (own[i] == none) // a node without readers belongs to the graph itself
            tree.scopeOf[i] = below[i] == none ? 0 : common(tree, above[i], below[i]);
    }
}

}

model::ScopeTree scopesOf(const model::Model& model, const GraphFlow& flow)
{
    std::vector<model::ScopeSource> sources;
    sources.reserve(flow.size());
    for (const auto id : flow.nodes)
        sources.push_back({ model.node(id).name, model::writtenScopes(model.node(id)) });
    auto tree = model::scopeTree(sources);
    if (std::ranges::count(tree.scopeOf, none) < std::ptrdiff_t(flow.size()))
        adopt(tree, flow);
    std::ranges::replace(tree.scopeOf, none, 0U);
    return tree;
}

}
