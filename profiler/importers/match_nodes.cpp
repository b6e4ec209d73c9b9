#include "profiler/importers/match_nodes.h"

#include "model/support/text.h"
#include "profiler/attribution/step_names.h"
#include "profiler/tables/profile_builder.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace profiler {

namespace {

constexpr std::size_t maxListed = 100;

enum class Rule { Exact, Derived, Inserted, None };

std::vector<double> timeBySteps(const Profile& profile)
{
    std::vector<double> times(profile.steps.size(), 0);
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i)
        if (slices.kind[i] == SliceKind::Step && slices.step[i] != Slices::none)
            times[slices.step[i]] += static_cast<double>(slices.durationNs[i]);
    return times;
}

void addFates(Profile& profile, const model::Model& model, const std::set<std::uint32_t>& named)
{
    const auto labels = model::nodeLabels(model);
    profile.provenance.clear();
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        NodeProvenance row;
        row.node = model::NodeId(i);
        row.label = profile.strings.intern(labels[i]);
        row.opType = profile.strings.intern(model.nodes[i].type);
        row.domain = profile.strings.intern(model.nodes[i].domain);
        row.fate = named.contains(i) ? Fate::Kept : Fate::NotRun;
        row.pass = profile.strings.intern(
            named.contains(i) ? "" : "the other runtime, which does not report it");
        profile.provenance.push_back(row);
    }
}

} // namespace

std::shared_ptr<const Profile> matchNodes(const Profile& profile, const model::Model& model)
{
    auto matched = std::make_shared<Profile>(profile);
    const StepNames names(model);
    const auto times = timeBySteps(profile);
    std::array<double, 4> byRule {};
    std::set<std::uint32_t> named;
    MatchReport report;
    std::unordered_map<StringId, int> stepsOfType;
    for (const auto& step : profile.steps)
        ++stepsOfType[step.opType];
    for (std::uint32_t i = 0; i < matched->steps.size(); ++i) {
        auto& step = matched->steps[i];
        const auto type = profile.text(step.opType);
        auto found = names.find(profile.text(step.label), type);
        if (found.nodes.empty() && stepsOfType[step.opType] == 1)
            if (const auto node = names.onlyOfType(type))
                found.nodes = { *node };
        const bool isInserted = !profile.text(step.insertedReason).empty();
        if (isInserted)
            found = {};
        const auto rule = isInserted ? Rule::Inserted
            : found.nodes.empty()    ? Rule::None
            : found.isExact          ? Rule::Exact
                                     : Rule::Derived;
        byRule[static_cast<std::size_t>(rule)] += times[i];
        step.origins.clear();
        for (const auto node : found.nodes) {
            step.origins.push_back({ node, matched->strings.intern(names.label(node)) });
            named.insert(node.value());
        }
        if (rule == Rule::None && times[i] > 0 && report.unmatched.size() < maxListed)
            report.unmatched.push_back(step.label);
    }
    const auto all = byRule[0] + byRule[1] + byRule[2] + byRule[3];
    if (all > 0) {
        report.exactShare = byRule[0] / all;
        report.derivedShare = byRule[1] / all;
        report.insertedShare = byRule[2] / all;
        report.unmatchedShare = byRule[3] / all;
    }
    matched->match = std::move(report);
    addFates(*matched, model, named);
    return matched;
}

std::string matchText(const Profile& profile)
{
    if (!profile.match)
        return "not matched with a model (--model)";
    const auto& match = *profile.match;
    const auto kept = std::ranges::count_if(profile.provenance, [](const NodeProvenance& row) {
        return row.fate == Fate::Kept || row.fate == Fate::FusedInto;
    });
    return support::shareText(match.exactShare + match.derivedShare + match.insertedShare)
        + " of time attributed (" + support::shareText(match.exactShare) + " exact name, "
        + support::shareText(match.derivedShare) + " derived, "
        + support::shareText(match.insertedShare) + " inserted), "
        + support::shareText(match.unmatchedShare) + " unmatched; "
        + support::countText(static_cast<std::uint64_t>(kept)) + " of "
        + support::countOf(profile.provenance.size(), "node", "nodes") + " named";
}

} // namespace profiler
