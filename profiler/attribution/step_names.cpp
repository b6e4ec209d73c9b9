#include "profiler/attribution/step_names.h"

#include "profiler/attribution/derived_names.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr std::size_t maxWalked = 64;
// Names of steps come from a file and may be long: this keeps the search from growing with the
// square of their length.
constexpr int maxSigns = 64; ///< in the name of one node

struct Sign {
    std::size_t start; ///< the text's length if there is no sign
    std::size_t length;
};

/// The first ` + ` or ` || ` from a position on. Looks no further than that sign.
Sign signFrom(std::string_view text, std::size_t at)
{
    for (at = text.find(' ', at); at != std::string_view::npos; at = text.find(' ', at + 1))
        for (const std::string_view sign : { " + ", " || " })
            if (text.substr(at).starts_with(sign))
                return { at, sign.size() };
    return { text.size(), 0 };
}

} // namespace

StepNames::StepNames(const model::Model& model)
    : m_model(model)
    , m_labels(model::nodeLabels(model))
{
    for (std::uint32_t i = 0; i < m_labels.size(); ++i) {
        m_byName.emplace(m_labels[i], model::NodeId(i));
        ++m_typeCounts[model.nodes[i].type];
        m_byType.emplace(model.nodes[i].type, model::NodeId(i));
    }
    for (std::uint32_t i = 0; i < model.values.size(); ++i)
        if (const auto& value = model.values[i]; value.producer.isValid() && !value.name.empty())
            m_byValue.emplace(value.name, value.producer);
    for (const auto* names : { &m_byName, &m_byValue })
        for (const auto& [name, node] : *names)
            m_longestName = std::max(m_longestName, name.size());
}

StepNames::Found StepNames::find(std::string_view name, std::string_view type) const
{
    if (const auto node = byName(name))
        return { true, { *node } };
    if (const auto node = byValue(name))
        return { false, chain(*node, type) };
    if (auto found = findSeveral(name); !found.nodes.empty())
        return found;
    int times = 0;
    for (auto shorter = withoutAddition(name); !shorter.empty() && times < maxRemovedAdditions;
         shorter = withoutAddition(shorter), ++times) {
        if (const auto node = byName(shorter))
            return { false, { *node } };
        if (const auto node = byValue(shorter))
            return { false, chain(*node, type) };
    }
    return {};
}

std::optional<model::NodeId> StepNames::named(std::string_view name) const
{
    const auto node = byName(name);
    return node ? node : byValue(name);
}

std::optional<model::NodeId> StepNames::onlyOfType(std::string_view type) const
{
    const auto count = m_typeCounts.find(std::string(type));
    return count == m_typeCounts.end() || count->second != 1
        ? std::nullopt
        : std::optional(m_byType.at(std::string(type)));
}

std::optional<model::NodeId> StepNames::byName(std::string_view name) const
{
    if (name.size() > m_longestName)
        return std::nullopt;
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? std::nullopt : std::optional(found->second);
}

std::optional<model::NodeId> StepNames::byValue(std::string_view name) const
{
    if (name.size() > m_longestName)
        return std::nullopt;
    const auto found = m_byValue.find(std::string(name));
    return found == m_byValue.end() ? std::nullopt : std::optional(found->second);
}

/// The nodes of a fused step: from its last node back to the node of the step's operator type.
/// Only `last` if they are no chain.
std::vector<model::NodeId> StepNames::chain(model::NodeId last, std::string_view type) const
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
StepNames::Found StepNames::findSeveral(std::string_view name) const
{
    Found found;
    if (name.find(" + ") == std::string_view::npos && name.find(" || ") == std::string_view::npos)
        return found;
    for (auto rest = name; !rest.empty();) {
        const auto [part, length] = longestPart(rest);
        // Parts without a node are ignored: often they are names of weights.
        int times = 0;
        for (auto own = part; !own.empty() && times < maxRemovedAdditions;
             own = withoutAddition(own), ++times) {
            if (const auto node = named(own)) {
                found.nodes.push_back(*node);
                break;
            }
        }
        rest.remove_prefix(length);
    }
    return found;
}

/// The first part that is a node's name, with as few signs as possible; else the part up to the
/// first sign.
StepNames::Part StepNames::longestPart(std::string_view text) const
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

} // namespace profiler
