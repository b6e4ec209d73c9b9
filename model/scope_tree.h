#pragma once

#include "model/scope_path.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The scopes of many nodes as one tree. The groups of the graph, the table by scope, the flame
/// graph and the timeline read it, so they show the same names and nesting.
namespace model {

constexpr std::uint32_t noScope = 0xFFFFFFFFU;

struct Scope {
    std::uint32_t parent = noScope;
    std::uint32_t depth = 0; ///< 0 = the root, which contains all nodes
    std::string_view part; ///< belongs to the text of a node
};

struct ScopeTree {
    std::vector<Scope> scopes { Scope() }; ///< [0] is the root; parents before children
    /// By node: the innermost scope; noScope if neither metadata nor name give one.
    std::vector<std::uint32_t> scopeOf;
    char separator = '/'; ///< between the parts of names: '/' or '.'

    /// Returns the ancestor of `scope` at depth `depth`, which must not be larger than its own
    /// depth.
    std::uint32_t ancestor(std::uint32_t scope, std::uint32_t depth) const;
    /// Returns the innermost scope that contains both.
    std::uint32_t common(std::uint32_t one, std::uint32_t other) const;
    /// Returns the parts below `outer` down to `scope`, which is in it: `layers.7/self_attn`.
    std::string path(std::uint32_t scope, std::uint32_t outer = 0) const;
};

/// What gives the scope of a node: what an exporter wrote, otherwise the name.
struct ScopeSource {
    std::string_view name;
    WrittenScopes written;
};

/// Builds the tree. The texts must outlive it. Dots in names separate scopes if most names have
/// one, few distinct prefixes occur, and no name has a slash.
ScopeTree scopeTree(std::span<const ScopeSource> nodes);

} // namespace model
