#include "profiler/attribution/openvino_names.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

/// What OpenVINO appends to the name of a node for operators that it makes of the node.
constexpr std::array<std::string_view, 6> nameSuffixes { "/WithoutBiases", "/transpose_b",
    "/transpose_a", "_compressed", "_flatten_reshape", "/sink_port_" };
constexpr int maxNameSuffixes = 4;
/// Most commas in one name of a list of names.
constexpr int maxNameCommas = 8;

constexpr std::string_view digits = "0123456789";

/// Removes one suffix, with a number behind it; empty if there is none.
std::string_view withoutSuffix(std::string_view name)
{
    const auto last = name.find_last_not_of(digits);
    if (last == std::string_view::npos)
        return {};
    const bool hasNumber = last + 1 < name.size();
    if (hasNumber && name[last] == '.')
        return name.substr(0, last);
    const auto stem = name.substr(0, last + 1);
    for (const auto suffix : nameSuffixes)
        if (stem.size() > suffix.size() && stem.ends_with(suffix)
            && hasNumber == suffix.ends_with('_'))
            return stem.substr(0, stem.size() - suffix.size());
    return {};
}

/// Whether OpenVINO names operators of its own like this: a type, `_`, a number.
bool isLikeOwnName(std::string_view name)
{
    const auto last = name.find_last_not_of(digits);
    return last != std::string_view::npos && last > 0 && last + 1 < name.size() && name[last] == '_'
        && name.front() >= 'A' && name.front() <= 'Z'
        && std::ranges::all_of(name.substr(0, last), [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
                   || (letter >= '0' && letter <= '9');
           });
}

} // namespace

OpenVinoNames::OpenVinoNames(const model::Model& model)
    : m_model(model)
{
    for (const auto id : model.main().nodes) {
        const auto& node = model.node(id);
        if (node.name.empty())
            continue;
        const auto [found, isNew] = m_nodes.emplace(node.name, id);
        if (!isNew)
            found->second = {};
        m_longest = std::max(m_longest, node.name.size());
    }
    for (const auto id : model.main().values) {
        const auto& value = model.value(id);
        if (value.name.empty())
            continue;
        m_values.emplace(value.name, id);
        m_longest = std::max(m_longest, value.name.size());
    }
    for (const auto id : model.main().nodes)
        if (model.node(id).outputs.size() > 1 && !model.node(id).name.empty())
            addOutputNames(id);
}

/// OpenVINO may make each output by an operator of its own. It calls them `NAME_VALUE` (2024) or
/// `NAME_1` (2026).
void OpenVinoNames::addOutputNames(model::NodeId id)
{
    const auto& node = m_model.node(id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        m_outputs.emplace(node.name + "_" + std::to_string(i), id);
        if (node.outputs[i].isValid())
            m_outputs.emplace(node.name + "_" + m_model.value(node.outputs[i]).name, id);
    }
}

std::optional<model::ValueId> OpenVinoNames::value(std::string_view name) const
{
    for (int i = 0; i <= maxNameSuffixes && !name.empty(); ++i, name = withoutSuffix(name)) {
        if (name.size() > m_longest)
            continue;
        if (const auto found = m_values.find(name); found != m_values.end())
            return found->second;
    }
    return std::nullopt;
}

/// The node with a name, or the one that makes a value with that name.
std::optional<model::NodeId> OpenVinoNames::named(std::string_view name) const
{
    if (name.size() > 2 * m_longest + 1)
        return std::nullopt;
    if (const auto found = m_nodes.find(name); found != m_nodes.end())
        return found->second.isValid() ? std::optional(found->second) : std::nullopt;
    const auto value = m_values.find(name);
    if (value != m_values.end() && m_model.value(value->second).producer.isValid())
        return m_model.value(value->second).producer;
    const auto output = m_outputs.find(std::string(name));
    return output != m_outputs.end() ? std::optional(output->second) : std::nullopt;
}

std::optional<OpenVinoNames::Match> OpenVinoNames::resolve(std::string_view name) const
{
    for (int i = 0; i <= maxNameSuffixes && !name.empty(); ++i, name = withoutSuffix(name))
        if (const auto node = named(name))
            return Match { *node, isLikeOwnName(name) };
    return std::nullopt;
}

/// Adds the nodes of names with commas between them. A name may contain commas itself.
void OpenVinoNames::addFrom(std::string_view list, std::vector<Match>& found) const
{
    while (!list.empty()) {
        const auto first = std::min(list.find(','), list.size());
        std::optional<Match> match;
        auto end = first;
        for (int commas = 0; commas <= maxNameCommas; ++commas) {
            match = resolve(list.substr(0, end));
            if (match || end == list.size() || end > 2 * m_longest)
                break;
            end = std::min(list.find(',', end + 1), list.size());
        }
        if (match)
            found.push_back(*match);
        list.remove_prefix(std::min((match ? end : first) + 1, list.size()));
    }
}

std::vector<OpenVinoNames::Match> OpenVinoNames::find(const OpenVinoNode& each) const
{
    std::vector<Match> found;
    addFrom(each.originalNames, found);
    // OpenVINO's own operators, such as reorders, have no original names but speaking names.
    if (found.empty() && (!each.originalNames.empty() || each.inputs.empty()))
        if (const auto match = resolve(each.name))
            found.push_back(*match);
    std::ranges::sort(found, {}, &Match::node);
    const auto [begin, end] = std::ranges::unique(found, {}, &Match::node);
    found.erase(begin, end);
    return found;
}

} // namespace profiler
