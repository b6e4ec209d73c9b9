#include "profiler/statistics/scope_spans.h"

#include "profiler/statistics/step_scopes.h"
#include "profiler/tables/partition_near.h"

#include <unordered_map>

namespace profiler {

namespace {

using model::noScope;
constexpr std::uint32_t withoutNode = noScope - 1; ///< neither ends nor widens a span

/// Returns the scope of every step at one level, counted from 1: a position in `names`, noScope or
/// withoutNode.
std::vector<std::uint32_t> scopesOfSteps(
    const StepScopes& scopes, std::size_t depth, ScopeLevel& level)
{
    std::vector<std::uint32_t> found(scopes.ofStep.size(), noScope);
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (scopes.ofStep[i] == model::noScope) {
            found[i] = withoutNode;
            continue;
        }
        const auto levels = scopes.levelsOf(i);
        if (levels.size() < depth)
            continue;
        const auto scope = levels[depth - 1];
        const auto [place, isNew]
            = known.try_emplace(scope, static_cast<std::uint32_t>(level.names.size()));
        if (isNew) {
            level.names.push_back(scopes.tree.path(scope, scopes.top));
            level.titles.push_back(scopes.title(scope));
        }
        found[i] = place->second;
    }
    return found;
}

/// Calls `take(slice, scope, isNew)` for each step of a row that is in a scope. `isNew` is true
/// where a span begins.
template <typename Take>
void forEachInScope(const Profile& profile, const TimelineRow& row,
    const std::vector<std::uint32_t>& scopes, Take take)
{
    const auto& slices = profile.slices;
    auto open = noScope;
    auto run = Slices::none;
    for (std::uint32_t i = 0; i < row.slices.size(); ++i) {
        const auto slice = row.slices[i];
        const auto step = slices.step[slice];
        const auto scope = step == Slices::none ? withoutNode : scopes[step];
        if (scope == withoutNode)
            continue;
        const bool isNew = scope != open || slices.run[slice] != run;
        open = scope;
        run = slices.run[slice];
        if (scope != noScope)
            take(slice, scope, isNew);
    }
}

void addSpans(const Profile& profile, const TimelineRow& row,
    const std::vector<std::uint32_t>& scopes, ScopeLevel& level)
{
    const auto& slices = profile.slices;
    std::size_t count = 0; // reserved: growing would take twice the memory for a long profile
    forEachInScope(profile, row, scopes, [&](auto, auto, bool isNew) { count += isNew ? 1 : 0; });
    level.spans.reserve(count);
    forEachInScope(profile, row, scopes, [&](auto slice, auto scope, bool isNew) {
        if (isNew)
            level.spans.push_back({ slices.startNs[slice], slices.endNs(slice), scope,
                slices.run[slice], slice, slice, 0 });
        auto& span = level.spans.back();
        span.endNs = slices.endNs(slice);
        span.last = slice;
        ++span.steps;
    });
}

} // namespace

std::size_t ScopeLevel::firstAfter(std::int64_t timeNs) const
{
    return firstAfter(timeNs, 0, spans.size() / 2);
}

std::size_t ScopeLevel::firstAfter(std::int64_t timeNs, std::size_t from, std::size_t near) const
{
    return partitionNear(
        from, spans.size(), near, [&](std::size_t i) { return spans[i].endNs <= timeNs; });
}

std::optional<std::size_t> ScopeLevel::at(std::int64_t timeNs) const
{
    const auto found = firstAfter(timeNs);
    return found < spans.size() && spans[found].startNs <= timeNs ? std::optional(found)
                                                                  : std::nullopt;
}

std::vector<ScopeLevel> scopeLevels(const Timeline& timeline, std::size_t most)
{
    const auto& profile = timeline.profile();
    const auto* row = timeline.largestRow(RowKind::Steps);
    const StepScopes scopes(profile);
    std::vector<ScopeLevel> levels;
    for (std::size_t depth = 1; row != nullptr && levels.size() < most; ++depth) {
        ScopeLevel level;
        const auto ofSteps = scopesOfSteps(scopes, depth, level);
        if (!level.names.empty())
            addSpans(profile, *row, ofSteps, level);
        if (level.spans.empty())
            break;
        if (level.names.size() > 1)
            levels.push_back(std::move(level));
        else if (depth > most)
            break; // only nested scopes, no neighbours
    }
    return levels;
}

} // namespace profiler
