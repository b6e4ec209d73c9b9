#include "model/query/query_completion.h"

#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace model {

namespace {

constexpr std::size_t maxCounted = 2000; ///< largest number of different texts that are collected

/// The term that is completed.
struct Place {
    const QueryContext& context;
    std::string_view key;
    std::string typed; ///< the value typed so far, lower-cased
    std::size_t limit;

    const QueryIndex& index() const { return *context.index; }
};

using Counts = std::map<std::string, std::size_t, std::less<>>;

std::string nodesText(std::size_t count) { return support::countOf(count, "node", "nodes"); }

/// Sorts: first texts that begin with the typed text, then texts that contain it; each by count.
std::vector<QueryCandidate> ranked(
    const Counts& counts, const Place& place, std::string (*hint)(std::size_t) = nodesText)
{
    struct Row {
        bool isLater;
        std::size_t count;
        std::string_view text;
    };
    std::vector<Row> rows;
    for (const auto& [text, count] : counts) {
        const auto at = support::lowered(text).find(place.typed);
        if (at != std::string::npos && !text.empty())
            rows.push_back({ at > 0, count, text });
    }
    std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
        return a.isLater != b.isLater ? b.isLater : a.count > b.count;
    });
    rows.resize(std::min(rows.size(), place.limit));
    std::vector<QueryCandidate> candidates;
    for (const auto& row : rows)
        candidates.push_back({ std::string(row.text), hint(row.count) });
    return candidates;
}

std::vector<QueryCandidate> types(const Place& place)
{
    Counts counts;
    for (const auto& entry : place.index().operators())
        counts[std::string(entry.type)] += entry.nodes;
    auto candidates = ranked(counts, place);
    Counts elements;
    for (std::size_t i = 0; i < place.index().valueCount(); ++i) {
        const auto element = place.index().types()[place.index().typeOf(i)].element;
        if (element != ElementType::Undefined)
            ++elements[std::string(name(element))];
    }
    const auto found = ranked(elements, place,
        [](std::size_t count) { return support::countOf(count, "value", "values"); });
    candidates.insert(candidates.end(), found.begin(), found.end());
    return candidates;
}

std::vector<QueryCandidate> categories(const Place& place)
{
    Counts counts;
    for (const auto& entry : place.index().operators()) {
        auto word = support::lowered(Palette::instance().name(entry.category));
        counts[word.substr(0, word.find(' '))] += entry.nodes;
    }
    return ranked(counts, place);
}

std::vector<QueryCandidate> domains(const Place& place)
{
    Counts counts;
    for (const auto& entry : place.index().operators())
        counts[entry.domain.empty() ? "ai.onnx" : std::string(entry.domain)] += entry.nodes;
    return ranked(counts, place);
}

/// Collects scopes: from a step of a name that begins with the typed text, to the next slash.
std::vector<QueryCandidate> scopes(const Place& place)
{
    Counts counts;
    const auto& nodes = place.context.model.nodes;
    for (std::size_t i = 0; i < nodes.size() && counts.size() < maxCounted; ++i) {
        const auto lower = place.index().nodeName(i);
        for (auto at = lower.find(place.typed); at != std::string_view::npos;
             at = lower.find(place.typed, at + 1)) {
            if (at + 1 >= lower.size())
                break;
            if (at > 0 && lower[at - 1] != '/')
                continue;
            const auto begin = lower[at] == '/' ? at + 1 : at;
            const auto end = lower.find('/', std::max(at + place.typed.size(), begin));
            if (end == std::string_view::npos || end == begin)
                break; // the last step is the node's own name
            ++counts[nodes[i].name.substr(begin, end - begin)];
            break;
        }
    }
    return ranked(counts, place);
}

std::vector<QueryCandidate> attributeNames(const Place& place)
{
    const auto names = place.index().attributeNames();
    std::vector<std::size_t> found(names.size());
    for (std::size_t i = 0; i < place.index().nodeCount(); ++i) {
        for (const auto attribute : place.index().attributesOf(i))
            ++found[attribute];
    }
    Counts counts;
    for (std::size_t i = 0; i < names.size(); ++i)
        counts[std::string(names[i])] += found[i];
    return ranked(counts, place);
}

/// Returns a value as a query writes it: `3,3`, `-1`, `NOTSET`. Empty for tensors, graphs and long
/// lists.
std::string writtenValue(const Attribute& attribute)
{
    auto text = attributeText(attribute, 40);
    if (text.find("…") != std::string::npos || text.starts_with("tensor")
        || text.starts_with("graph"))
        return {};
    std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ' ' || c == '"'; });
    return text;
}

std::vector<QueryCandidate> attributes(const Place& place)
{
    const auto inner = splitKey(place.typed);
    if (!inner || !inner->comparison)
        return attributeNames(place);
    // A query compares attribute names exactly, so the name is suggested in its own spelling.
    Counts counts;
    const auto names = place.index().attributeNames();
    const auto isSame = [&](std::string_view name) { return support::lowered(name) == inner->key; };
    const auto id = static_cast<std::uint32_t>(std::ranges::find_if(names, isSame) - names.begin());
    for (std::size_t i = 0; i < place.index().nodeCount() && counts.size() < maxCounted; ++i) {
        const auto own = place.index().attributesOf(i);
        if (std::ranges::find(own, id) == own.end())
            continue;
        const auto* attribute = place.context.model.nodes[i].attribute(names[id]);
        if (const auto value = writtenValue(*attribute); !value.empty())
            ++counts[std::string(names[id])
                + place.typed.substr(
                    inner->key.size(), place.typed.size() - inner->key.size() - inner->value.size())
                + value];
    }
    return ranked(counts, place);
}

std::vector<QueryCandidate> shapes(const Place& place)
{
    const auto& index = place.index();
    std::vector<std::size_t> found(index.types().size());
    for (std::size_t i = 0; i < index.nodeCount(); ++i) {
        for (const auto value : place.key == "out" ? index.outputs(i) : index.inputs(i))
            ++found[index.typeOf(value)];
    }
    Counts counts;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& type = index.types()[i];
        if (found[i] == 0 || !type.shape)
            continue;
        auto text = shapeText(*type.shape);
        for (auto at = text.find("×"); at != std::string::npos; at = text.find("×"))
            text.replace(at, std::string_view("×").size(), "x");
        if (text.find(' ') == std::string::npos)
            counts[text] += found[i];
    }
    return ranked(counts, place,
        [](std::size_t count) { return support::countOf(count, "value", "values"); });
}

std::vector<QueryCandidate> ranks(const Place& place)
{
    Counts counts;
    for (std::size_t i = 0; i < place.index().valueCount(); ++i) {
        const auto& type = place.index().types()[place.index().typeOf(i)];
        if (type.shape)
            ++counts[std::to_string(type.shape->size())];
    }
    return ranked(counts, place,
        [](std::size_t count) { return support::countOf(count, "value", "values"); });
}

/// Collects names of values and nodes that contain the typed text. For `path:a->b` this is the text
/// after the arrow.
std::vector<QueryCandidate> names(const Place& place)
{
    const auto arrow = place.key == "path" ? place.typed.find("->") : std::string::npos;
    const auto from = arrow == std::string::npos ? 0 : arrow + 2;
    const auto typed = std::string_view(place.typed).substr(from);
    const auto found = place.index().textsWith(typed, {});
    const auto& model = place.context.model;
    std::vector<QueryCandidate> candidates;
    const auto nodes = model.nodes.size();
    for (std::size_t i = 0; i < found.size() && candidates.size() < place.limit; ++i) {
        const auto& name = i < nodes ? model.nodes[i].name : model.values[i - nodes].name;
        const bool isPlain = name.find_first_of(" \"") == std::string::npos && !name.empty();
        if (found[i] != 0 && isPlain)
            candidates.push_back(
                { place.typed.substr(0, from) + name, i < nodes ? "node" : "value" });
    }
    return candidates;
}

std::vector<QueryCandidate> contents(const Place& place)
{
    Counts counts { { "nan", 0 }, { "inf", 0 }, { "zero", 0 }, { "constant", 0 },
        { "outlier", 0 } };
    return ranked(counts, place, [](std::size_t) { return std::string(); });
}

std::vector<QueryCandidate> measuredNames(const Place& place)
{
    Counts counts;
    if (place.context.measuredText) {
        for (std::size_t i = 0; i < place.index().nodeCount(); ++i) {
            const auto text = place.context.measuredText(place.key, NodeId(i));
            const auto word = text.substr(0, text.find(' '));
            if (!word.empty() && counts.size() < maxCounted)
                ++counts[word];
        }
    }
    return ranked(counts, place);
}

struct Source {
    std::string_view key;
    std::vector<QueryCandidate> (*candidates)(const Place&);
};
constexpr std::array sources { Source { "type", types }, Source { "category", categories },
    Source { "domain", domains }, Source { "scope", scopes }, Source { "attr", attributes },
    Source { "in", shapes }, Source { "out", shapes }, Source { "rank", ranks },
    Source { "reads", names }, Source { "feeds", names }, Source { "path", names },
    Source { "value", contents }, Source { "impl", measuredNames },
    Source { "on", measuredNames } };

/// Returns begin and end of the term at the cursor. Spaces inside quotes belong to the term.
std::pair<std::size_t, std::size_t> termAt(std::string_view text, std::size_t cursor)
{
    std::size_t from = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < cursor; ++i) {
        isQuoted ^= text[i] == '"';
        if (text[i] == ' ' && !isQuoted)
            from = i + 1;
    }
    return { from, std::min(text.find(' ', cursor), text.size()) };
}

std::vector<QueryCandidate> keysLike(std::string_view typed)
{
    std::vector<QueryCandidate> candidates;
    for (const auto& key : queryKeys()) {
        if (key.name.starts_with(typed))
            candidates.push_back({ std::string(key.name) + std::string(key.compare),
                std::string(key.finds) + ", " + std::string(key.example) });
    }
    return candidates;
}

/// Suggests `type:Conv` for `Con`.
void addTypesLike(QueryCompletion& made, const Place& place)
{
    constexpr std::size_t minTyped = 2;
    constexpr std::size_t most = 6;
    if (place.typed.size() < minTyped)
        return;
    for (auto& type : types(place)) {
        const bool isBegun = support::lowered(type.text).starts_with(place.typed);
        if (isBegun && made.candidates.size() < most)
            made.candidates.push_back({ "type:" + type.text, std::move(type.hint) });
    }
}

} // namespace

QueryCompletion completeQuery(
    std::string_view text, std::size_t cursor, const QueryContext& context, std::size_t limit)
{
    cursor = std::min(cursor, text.size());
    auto [from, to] = termAt(text, cursor);
    if (from < text.size() && text[from] == '-')
        ++from;
    const auto typed = text.substr(from, cursor - std::min(from, cursor));
    QueryCompletion made { from, to, {}, false };
    if (typed.starts_with('"') || typed.starts_with('/') || context.index == nullptr)
        return made;
    const auto separator = typed.find(':');
    if (separator == std::string_view::npos) {
        made.candidates = keysLike(support::lowered(typed));
        made.isKey = true;
        addTypesLike(made, { context, {}, support::lowered(typed), limit });
        return made;
    }
    const auto key = typed.substr(0, separator);
    const auto source = std::ranges::find(sources, key, &Source::key);
    if (source == sources.end())
        return made;
    made.from = from + separator + 1;
    made.candidates = source->candidates(
        { context, key, support::lowered(typed.substr(separator + 1)), limit });
    return made;
}

} // namespace model
