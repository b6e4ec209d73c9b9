#include "profiler/importers/match_nodes.h"

#include "model/support/text.h"
#include "profiler/attribution/derived_names.h"
#include "profiler/tables/profile_builder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>

namespace profiler {

namespace {

constexpr std::size_t maxWalked = 64;
constexpr std::size_t maxListed = 100;
// Names of steps come from a file and may be long: this keeps the search from growing with the
// square of their length.
constexpr int maxSigns = 64; ///< in the name of one node

enum class Rule { Exact, Derived, Inserted, None };

struct Found {
    Rule rule = Rule::None;
    std::vector<model::NodeId> nodes;
};

class Matcher {
public:
    explicit Matcher(const model::Model& model)
        : m_model(model)
        , m_labels(model::nodeLabels(model))
    {
        for (std::uint32_t i = 0; i < m_labels.size(); ++i) {
            m_byName.emplace(m_labels[i], model::NodeId(i));
            ++m_typeCounts[model.nodes[i].type];
            m_byType.emplace(model.nodes[i].type, model::NodeId(i));
        }
        for (std::uint32_t i = 0; i < model.values.size(); ++i)
            if (const auto& value = model.values[i];
                value.producer.isValid() && !value.name.empty())
                m_byValue.emplace(value.name, value.producer);
        for (const auto* names : { &m_byName, &m_byValue })
            for (const auto& [name, node] : *names)
                m_longestName = std::max(m_longestName, name.size());
    }

    Found find(std::string_view name, std::string_view type) const
    {
        if (const auto node = byName(name))
            return { Rule::Exact, { *node } };
        if (const auto node = byValue(name))
            return { Rule::Derived, chain(*node, type) };
        if (auto found = findSeveral(name); !found.nodes.empty())
            return found;
        int times = 0;
        for (auto shorter = withoutAddition(name); !shorter.empty() && times < maxRemovedAdditions;
             shorter = withoutAddition(shorter), ++times) {
            if (const auto node = byName(shorter))
                return { Rule::Derived, { *node } };
            if (const auto node = byValue(shorter))
                return { Rule::Derived, chain(*node, type) };
        }
        return {};
    }

    /// The node of this operator type, if there is one only.
    std::optional<model::NodeId> onlyOfType(std::string_view type) const
    {
        const auto count = m_typeCounts.find(std::string(type));
        return count == m_typeCounts.end() || count->second != 1
            ? std::nullopt
            : std::optional(m_byType.at(std::string(type)));
    }

    std::string_view label(model::NodeId id) const { return m_labels[id.value()]; }

private:
    std::optional<model::NodeId> byName(std::string_view name) const
    {
        if (name.size() > m_longestName)
            return std::nullopt;
        const auto found = m_byName.find(std::string(name));
        return found == m_byName.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<model::NodeId> byValue(std::string_view name) const
    {
        if (name.size() > m_longestName)
            return std::nullopt;
        const auto found = m_byValue.find(std::string(name));
        return found == m_byValue.end() ? std::nullopt : std::optional(found->second);
    }

    /// The nodes of a fused step: from its last node back to the node of the step's operator type.
    /// Only `last` if they are no chain.
    std::vector<model::NodeId> chain(model::NodeId last, std::string_view type) const
    {
        std::vector<model::NodeId> nodes { last };
        auto current = last;
        for (std::size_t walked = 0; walked < maxWalked; ++walked) {
            if (m_model.node(current).type == type)
                return nodes;
            std::optional<model::NodeId> before;
            for (const auto input : m_model.node(current).inputs) {
                if (!input.isValid() || !m_model.value(input).producer.isValid())
                    continue;
                if (before || m_model.value(input).uses.size() != 1)
                    return { last }; // no chain: a second producer, or a value with other readers
                before = m_model.value(input).producer;
            }
            if (!before)
                return { last };
            nodes.push_back(*before);
            current = *before;
        }
        return { last };
    }

    /// Finds the nodes of `A + B` or `A || B`. Names that contain such a sign themselves are found
    /// too (longestPart).
    Found findSeveral(std::string_view name) const
    {
        Found found;
        if (name.find(" + ") == std::string_view::npos
            && name.find(" || ") == std::string_view::npos)
            return found;
        for (auto rest = name; !rest.empty();) {
            const auto [part, length] = longestPart(rest);
            // Parts without a node are ignored: often they are names of weights.
            int times = 0;
            for (auto own = part; !own.empty() && times < maxRemovedAdditions;
                 own = withoutAddition(own), ++times) {
                const auto node = byName(own);
                const auto maker = node ? node : byValue(own);
                if (maker) {
                    found.nodes.push_back(*maker);
                    break;
                }
            }
            rest.remove_prefix(length);
        }
        found.rule = found.nodes.empty() ? Rule::None : Rule::Derived;
        return found;
    }

    struct Part {
        std::string_view text;
        std::size_t length; ///< including the sign after it
    };
    struct Sign {
        std::size_t start; ///< the text's length if there is no sign
        std::size_t length;
    };
    /// The first ` + ` or ` || ` from a position on. Looks no further than that sign.
    static Sign signFrom(std::string_view text, std::size_t at)
    {
        for (at = text.find(' ', at); at != std::string_view::npos; at = text.find(' ', at + 1))
            for (const std::string_view sign : { " + ", " || " })
                if (text.substr(at).starts_with(sign))
                    return { at, sign.size() };
        return { text.size(), 0 };
    }

    /// The first part that is a node's name, with as few signs as possible; else the part up to the
    /// first sign.
    Part longestPart(std::string_view text) const
    {
        std::optional<Part> first;
        int signs = 0;
        for (std::size_t at = 0; at <= text.size() && signs <= maxSigns; ++signs) {
            const auto [end, signLength] = signFrom(text, at);
            const Part part { text.substr(0, end), end + signLength };
            if (!first)
                first = part;
            if (byName(part.text))
                return part;
            if (end == text.size() || end > m_longestName)
                break;
            at = end + signLength;
        }
        return *first;
    }

    const model::Model& m_model;
    std::vector<std::string> m_labels;
    std::unordered_map<std::string, model::NodeId> m_byName;
    std::unordered_map<std::string, model::NodeId> m_byValue;
    std::size_t m_longestName = 0; ///< of both
    std::unordered_map<std::string, model::NodeId> m_byType;
    std::unordered_map<std::string, std::size_t> m_typeCounts;
};

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
    const Matcher matcher(model);
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
        auto found = matcher.find(profile.text(step.label), type);
        if (found.rule == Rule::None && stepsOfType[step.opType] == 1)
            if (const auto node = matcher.onlyOfType(type))
                found = { Rule::Derived, { *node } };
        const bool isInserted = !profile.text(step.insertedReason).empty();
        if (isInserted)
            found = { Rule::Inserted, {} };
        byRule[static_cast<std::size_t>(found.rule)] += times[i];
        step.origins.clear();
        for (const auto node : found.nodes) {
            step.origins.push_back({ node, matched->strings.intern(matcher.label(node)) });
            named.insert(node.value());
        }
        if (found.rule == Rule::None && times[i] > 0 && report.unmatched.size() < maxListed)
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
