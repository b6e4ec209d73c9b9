#pragma once

#include "model/scope_tree.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

/// The scopes of a profile's steps, as the groups of the graph show them: a scope that contains all
/// steps, or only one other scope, is no level. A step without a scope is in the root. The profile
/// must outlive this.
struct StepScopes {
    explicit StepScopes(const Profile& profile);

    model::ScopeTree tree;
    std::uint32_t top = 0; ///< the innermost scope that contains all steps
    std::vector<std::uint32_t> ofStep; ///< noScope for an inserted step
    /// By scope: the level around it. Only for levels below `top`.
    std::vector<std::uint32_t> outer;

    /// Returns the levels from below `top` down to the scope of the step, outermost first.
    std::vector<std::uint32_t> levelsOf(std::size_t step) const;
    /// The name of a level as on its group: `self_attn`, or `layers.7/self_attn`.
    std::string title(std::uint32_t level) const { return tree.path(level, outer[level]); }
    /// The last part of a label, without the scopes before it.
    std::string_view ownName(std::string_view label) const;
};

} // namespace profiler
