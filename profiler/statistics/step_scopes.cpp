#include "profiler/statistics/step_scopes.h"

#include <algorithm>
#include <optional>

namespace profiler {

namespace {

model::WrittenScopes writtenScopes(std::string_view scope)
{
    return { scope, scope, [](std::string_view text) { return model::partsOfName(text); } };
}

/// True if a label is the path of a node without a unique name (model::nodeLabels). It gives no
/// scope.
bool isPath(std::string_view label)
{
    return label.ends_with(']') && label.find("/node[") != std::string_view::npos;
}

} // namespace

StepScopes::StepScopes(const Profile& profile)
    : ofStep(profile.steps.size(), model::noScope)
{
    std::vector<model::ScopeSource> sources;
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
        const auto& step = profile.steps[i];
        if (step.isInserted())
            continue;
        steps.push_back(i);
        const auto label = profile.text(step.origins.front().label);
        sources.push_back({ isPath(label) ? std::string_view() : label,
            writtenScopes(profile.text(step.scope)) });
    }
    tree = model::scopeTree(sources);
    std::optional<std::uint32_t> shared;
    std::vector<std::uint32_t> inside(tree.scopes.size(), 0); // own steps and inner scopes
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto scope = tree.scopeOf[i] == model::noScope ? 0 : tree.scopeOf[i];
        ofStep[steps[i]] = scope;
        shared = shared ? tree.common(*shared, scope) : scope;
        inside[scope] += 2; // two are enough for a level
    }
    top = shared.value_or(0);
    for (std::size_t i = 1; i < tree.scopes.size(); ++i)
        ++inside[tree.scopes[i].parent];
    outer.assign(tree.scopes.size(), top);
    for (std::size_t i = 1; i < tree.scopes.size(); ++i) {
        const auto parent = tree.scopes[i].parent;
        outer[i] = parent == top || inside[parent] > 1 ? parent : outer[parent];
    }
}

std::vector<std::uint32_t> StepScopes::levelsOf(std::size_t step) const
{
    std::vector<std::uint32_t> levels;
    for (auto scope = ofStep[step]; scope != top && scope != model::noScope; scope = outer[scope])
        levels.push_back(scope);
    std::ranges::reverse(levels);
    return levels;
}

std::string_view StepScopes::ownName(std::string_view label) const
{
    const auto parts = model::partsOfName(label, tree.separator);
    return parts.empty() ? label : parts.back();
}

} // namespace profiler
