#include "profiler/comparison/step_alignment.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace profiler {
namespace {

/// True if a label is a position in the file, not a name. One added node changes such a label.
bool isPlace(std::string_view label)
{
    return label.ends_with(']') && label.find("node[") != std::string_view::npos;
}

using RowPlaces = std::unordered_map<std::string_view, std::size_t>;

RowPlaces placesOf(const Profile& profile)
{
    RowPlaces places;
    for (std::size_t i = 0; i < profile.provenance.size(); ++i)
        places.emplace(profile.text(profile.provenance[i].label), i);
    return places;
}

/// Pairs the nodes between two paired ones, in order, where the types agree.
void pairGap(const Profile& a, const Profile& b, std::size_t firstA, std::size_t lastA,
    std::size_t firstB, std::size_t lastB, std::vector<std::optional<std::size_t>>& inB)
{
    constexpr std::size_t farthest = 64; // look-ahead limit, so that long gaps take linear time
    auto next = firstB;
    for (auto i = firstA; i < lastA; ++i) {
        const auto type = a.text(a.provenance[i].opType);
        for (auto j = next; j < std::min(lastB, next + farthest); ++j) {
            if (b.text(b.provenance[j].opType) != type)
                continue;
            inB[i] = j;
            next = j + 1;
            break;
        }
    }
}

/// Pairs labels of step origins. Profiles of other tools may have these without having nodes.
void addOrigins(NodeLabels& labels, const Profile& a, const Profile& b)
{
    if (!a.provenance.empty() && !b.provenance.empty())
        return;
    std::unordered_set<std::string_view> known;
    for (const auto& step : b.steps)
        for (const auto& origin : step.origins)
            known.insert(b.text(origin.label));
    for (const auto& step : a.steps)
        for (const auto& origin : step.origins)
            if (const auto label = a.text(origin.label); known.contains(label))
                labels.inB.emplace(label, label);
}

NodeLabels::Map leadsOf(
    const model::QuantisedNeighbours& company, const std::vector<std::string>& labels)
{
    NodeLabels::Map leads;
    for (std::size_t i = 0; i < company.leads.size(); ++i)
        if (const auto lead = company.leads[i]; lead.isValid())
            leads.emplace(labels[i], labels[lead.value()]);
    return leads;
}

class Groups {
public:
    explicit Groups(std::size_t count)
        : m_parent(count)
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t(0));
    }
    std::size_t find(std::size_t i)
    {
        while (m_parent[i] != i)
            i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j)
    {
        const auto first = find(i);
        const auto second = find(j);
        m_parent[std::max(first, second)] = std::min(first, second);
    }

private:
    std::vector<std::size_t> m_parent;
};

} // namespace

NodeLabels pairedLabels(
    const model::Model& a, const model::Model& b, const model::NodeAlignment& alignment)
{
    const auto labelsA = model::nodeLabels(a);
    const auto labelsB = model::nodeLabels(b);
    NodeLabels labels;
    for (std::size_t i = 0; i < labelsA.size(); ++i)
        if (const auto other = alignment.inB[i]; other.isValid())
            labels.inB.emplace(labelsA[i], labelsB[other.value()]);
    labels.operatorOfA = leadsOf(alignment.quantisedA, labelsA);
    labels.operatorOfB = leadsOf(alignment.quantisedB, labelsB);
    return labels;
}

NodeLabels pairedLabels(const Profile& a, const Profile& b)
{
    const auto hash = a.metadata.text(keys::modelSha256);
    const bool isSameModel = !hash.empty() && hash == b.metadata.text(keys::modelSha256);
    const auto places = placesOf(b);
    std::vector<std::optional<std::size_t>> inB(a.provenance.size());
    for (std::size_t i = 0; i < inB.size(); ++i) {
        const auto label = a.text(a.provenance[i].label);
        const auto found = places.find(label);
        if (found != places.end() && (isSameModel || !isPlace(label)))
            inB[i] = found->second;
    }
    std::size_t lastA = 0; // position after the last pair that is in order on both sides
    std::size_t lastB = 0;
    for (std::size_t i = 0; i <= inB.size() && !isSameModel; ++i) {
        const auto place = i == inB.size() ? std::optional(b.provenance.size()) : inB[i];
        if (!place || *place < lastB)
            continue;
        pairGap(a, b, lastA, i, lastB, *place, inB);
        lastA = i + 1;
        lastB = *place + 1;
    }
    NodeLabels labels;
    for (std::size_t i = 0; i < inB.size(); ++i)
        if (inB[i])
            labels.inB.emplace(a.text(a.provenance[i].label), b.text(b.provenance[*inB[i]].label));
    addOrigins(labels, a, b);
    return labels;
}

StepAlignment alignSteps(const Profile& a, const Profile& b, const NodeLabels& labels)
{
    StepAlignment result;
    // Steps of A, then of B, joined by labels of B.
    Groups groups(a.steps.size() + b.steps.size());
    std::unordered_map<std::string, std::size_t> firstStep; // by label in B
    const auto join = [&](std::size_t step, const std::string& label) {
        const auto [place, isNew] = firstStep.try_emplace(label, step);
        if (!isNew)
            groups.join(place->second, step);
    };
    // A label of A without counterpart must not match an equal label of B that is another node.
    const auto joinA = [&](std::size_t step, const std::string& label) {
        const auto found = labels.inB.find(label);
        join(step, found == labels.inB.end() ? '\n' + label : found->second);
    };
    const auto joinAll = [&](const Profile& profile, std::size_t first, const auto& operatorOf,
                             const auto& joinOne, std::vector<engine::StepId>& inserted) {
        for (std::size_t i = 0; i < profile.steps.size(); ++i) {
            for (const auto& origin : profile.steps[i].origins) {
                const auto label = std::string(profile.text(origin.label));
                joinOne(first + i, label);
                if (const auto lead = operatorOf.find(label); lead != operatorOf.end())
                    joinOne(first + i, lead->second);
            }
            if (profile.steps[i].isInserted())
                inserted.push_back(engine::StepId(i));
        }
    };
    joinAll(a, 0, labels.operatorOfA, joinA, result.insertedA);
    joinAll(b, a.steps.size(), labels.operatorOfB, join, result.insertedB);
    std::unordered_map<std::size_t, std::size_t> rows; // by group
    for (std::size_t i = 0; i < a.steps.size() + b.steps.size(); ++i) {
        const bool isA = i < a.steps.size();
        const auto step = isA ? i : i - a.steps.size();
        if ((isA ? a : b).steps[step].isInserted())
            continue;
        const auto [place, isNew] = rows.try_emplace(groups.find(i), result.groups.size());
        if (isNew)
            result.groups.emplace_back();
        auto& group = result.groups[place->second];
        (isA ? group.a : group.b).push_back(engine::StepId(step));
    }
    return result;
}

} // namespace profiler
