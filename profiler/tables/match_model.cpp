#include "profiler/tables/match_model.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <type_traits>
#include <unordered_map>

namespace profiler {

namespace {

/// Finds the position of a name. Returns nothing for names that occur more than once.
class UniqueNames {
public:
    explicit UniqueNames(std::span<const std::string> names)
    {
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            const auto [place, isNew] = m_places.try_emplace(names[i], i);
            if (!isNew)
                place->second.reset();
        }
    }
    std::optional<std::uint32_t> find(std::string_view name) const
    {
        const auto found = m_places.find(name);
        return found == m_places.end() || name.empty() ? std::nullopt : found->second;
    }

private:
    std::unordered_map<std::string_view, std::optional<std::uint32_t>> m_places;
};

Profile withIdsByName(Profile profile, const ModelNames& names)
{
    profile.hasIdsByName = true;
    const UniqueNames nodes(names.nodes);
    const UniqueNames values(names.values);
    const auto nodeOf = [&](StringId label) {
        const auto place = nodes.find(profile.text(label));
        return place ? model::NodeId(*place) : model::NodeId();
    };
    std::unordered_map<std::uint32_t, model::NodeId> nodeNow;
    for (auto& row : profile.provenance) {
        const auto now = nodeOf(row.label);
        if (row.node.isValid())
            nodeNow.emplace(row.node.value(), now);
        row.node = now;
    }
    for (auto& row : profile.provenance) {
        const auto leader = row.into.isValid() ? nodeNow.find(row.into.value()) : nodeNow.end();
        row.into = leader == nodeNow.end() ? model::NodeId() : leader->second;
    }
    for (auto& step : profile.steps) {
        for (auto& origin : step.origins)
            origin.node = nodeOf(origin.label);
    }
    for (auto& lifetime : profile.memory.lifetimes) {
        const auto place = values.find(profile.text(lifetime.name));
        lifetime.value = place ? model::ValueId(*place) : model::ValueId();
    }
    return profile;
}

/// Calls `visit` for each node id and each value id of a profile.
template <typename P, typename Visit>
void forEachId(P& profile, Visit visit)
{
    for (auto& row : profile.provenance) {
        visit(row.node);
        visit(row.into);
    }
    for (auto& step : profile.steps)
        for (auto& origin : step.origins)
            visit(origin.node);
    for (auto& lifetime : profile.memory.lifetimes)
        visit(lifetime.value);
}

/// Makes ids invalid that the model does not have: a file may say that it is of this very model,
/// and have any ids.
std::shared_ptr<const Profile> withKnownIds(
    std::shared_ptr<const Profile> profile, const ModelNames& names)
{
    const auto isKnown = [&]<typename Id>(Id id) {
        const auto count
            = std::is_same_v<Id, model::NodeId> ? names.nodes.size() : names.values.size();
        return !id.isValid() || id.value() < count;
    };
    bool areKnown = true;
    forEachId(*profile, [&](auto id) { areKnown = areKnown && isKnown(id); });
    if (areKnown)
        return profile;
    auto made = std::make_shared<Profile>(*profile);
    forEachId(*made, [&](auto& id) {
        if (!isKnown(id))
            id = {};
    });
    return made;
}

/// Returns the share of the time of outermost steps whose node was found, 0..1. Inserted steps are
/// not counted.
double shareOfTime(const Profile& profile, std::size_t nodeCount)
{
    const auto isFound = [&](const Origin& origin) {
        return origin.node.isValid() && origin.node.value() < nodeCount;
    };
    double all = 0;
    double found = 0;
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] != SliceKind::Step || slices.step[i] == Slices::none)
            continue;
        const auto& step = profile.steps[slices.step[i]];
        if (step.parent.isValid() || step.isInserted())
            continue;
        all += static_cast<double>(slices.durationNs[i]);
        if (std::ranges::any_of(step.origins, isFound))
            found += static_cast<double>(slices.durationNs[i]);
    }
    return all > 0 ? found / all : 0;
}

} // namespace

ModelMatch matchToModel(std::shared_ptr<const Profile> profile, const ModelNames& names)
{
    ModelMatch match;
    match.isSameFile
        = !names.sha256.empty() && profile->metadata.text(keys::modelSha256) == names.sha256;
    match.profile = match.isSameFile && !profile->hasIdsByName
        ? withKnownIds(std::move(profile), names)
        : std::make_shared<const Profile>(withIdsByName(*profile, names));
    match.share = shareOfTime(*match.profile, names.nodes.size());
    return match;
}

} // namespace profiler
