#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>

/// The table of keys, terms that test measured values, and functions shared by all terms.
namespace model {

namespace {

constexpr std::array timeUnits { QueryUnit { "ns", 1 }, QueryUnit { "us", 1e3 },
    QueryUnit { "µs", 1e3 }, QueryUnit { "ms", 1e6 }, QueryUnit { "s", 1e9 },
    QueryUnit { "min", 60e9 } };
constexpr std::array shareUnits { QueryUnit { "%", 0.01 }, QueryUnit { "", 1 } };

/// A term that needs `part` of the context. `keeps` tells whether a node matches.
template <typename Part>
QueryTerm measuredTerm(std::string_view key, Part QueryContext::*part,
    std::function<bool(const QueryContext&, NodeId)> keeps)
{
    const auto narrow = [keeps = std::move(keeps)](const QueryInputs& run, QueryHits& hits) {
        keepOnly(hits.nodes, run.stop,
            [&](std::size_t node) { return keeps(run.context, NodeId(node)); });
    };
    const auto missing = [part, name = std::string(key)](const QueryContext& context) {
        if (!(context.*part))
            return support::quote(name) + " needs a profile of this model";
        return context.whyNotMeasured ? context.whyNotMeasured(name) : std::string();
    };
    return { .narrow = narrow, .missing = missing };
}

struct Key {
    QueryKey key;
    TermResult (*make)(const KeyedText&);
};

constexpr std::array keys {
    Key { { "type", "type:Conv", "operator or element type" }, makeTypeTerm },
    Key { { "category", "category:quant", "nodes of a category" }, makeCategoryTerm },
    Key { { "domain", "domain:com.microsoft", "nodes of a domain" }, makeDomainTerm },
    Key { { "scope", "scope:layers.7", "nodes of a scope" }, makeScopeTerm },
    Key { { "attr", "attr:kernel_shape=3,3", "attribute values" }, makeAttributeKeyTerm },
    Key { { "in", "in:1x*x2048", "shape of an input" }, makeShapeTerm },
    Key { { "out", "out:?", "shape of an output" }, makeShapeTerm },
    Key { { "rank", "rank:4", "number of dimensions" }, makeRankTerm },
    Key { { "reads", "reads:mask", "nodes that read it" }, makeReadsTerm },
    Key { { "feeds", "feeds:logits", "nodes that feed it" }, makeFeedsTerm },
    Key { { "path", "path:a->b", "every node between" }, makePathTerm },
    Key { { "size", "size>1MiB", "tensors by size", ">" }, makeSizeTerm },
    Key { { "value", "value:nan", "tensors by content; value:=1.5, value:>3" }, makeContentTerm },
    Key {
        { "|x|", "|x|>65504", "tensors by the magnitude of an element", ">" }, makeMagnitudeTerm },
    Key { { "time", "time>100us", "measured time", ">" }, makeMeasuredTerm },
    Key { { "share", "share>1%", "share of wall", ">" }, makeMeasuredTerm },
    Key { { "roof", "roof<10%", "share of the ceiling", "<" }, makeMeasuredTerm },
    Key { { "impl", "impl:reference", "kernel implementation" }, makeMeasuredTextTerm },
    Key { { "on", "on:cpu",
              "device it ran on; on:fallback finds nodes that fell back from the GPU to the CPU" },
        makeMeasuredTextTerm },
};

constexpr auto publicKeys = [] {
    std::array<QueryKey, keys.size()> all;
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = keys[i].key;
    return all;
}();

} // namespace

std::span<const QueryKey> queryKeys() { return publicKeys; }

void keepMarkedValues(const QueryInputs& run, QueryHits& hits, const std::vector<char>& isMarked)
{
    keepNodesAt(run, hits, isMarked, [&](std::size_t node) { return run.index.ends(node); });
    keepOnly(hits.values, run.stop, [&](std::size_t value) { return isMarked[value] != 0; });
}

QueryTerm valueTypeTerm(std::function<bool(const ValueType&)> test)
{
    const auto narrow = [test = std::move(test)](const QueryInputs& run, QueryHits& hits) {
        keepMarkedValues(run, hits, valuesByType(run, test));
    };
    return { .narrow = narrow, .isAboutValues = true };
}

bool matchesWildcard(std::string_view text, std::string_view pattern)
{
    // Greedy, with the last star as the only point to return to. Linear for one star, at most text
    // length times pattern length.
    std::size_t t = 0;
    std::size_t p = 0;
    std::optional<std::pair<std::size_t, std::size_t>> star;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = { t, ++p };
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++t;
            ++p;
        } else if (star) {
            t = ++star->first;
            p = star->second;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::optional<double> numberOf(std::string_view text)
{
    constexpr std::array plain { QueryUnit { "", 1 } };
    return numberWithUnit(text, plain);
}

std::optional<double> numberWithUnit(std::string_view text, std::span<const QueryUnit> units)
{
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc())
        return std::nullopt;
    const auto unit
        = support::lowered(text.substr(static_cast<std::size_t>(result.ptr - text.data())));
    for (const auto& known : units) {
        if (unit == support::lowered(known.name))
            return number * known.factor;
    }
    return std::nullopt;
}

TermResult makeMeasuredTerm(const KeyedText& text)
{
    const auto known = std::ranges::find(publicKeys, text.key, &QueryKey::name);
    const auto limit = text.key == "time" ? numberWithUnit(text.value, timeUnits)
                                          : numberWithUnit(text.value, shareUnits);
    if (!text.comparison || !limit)
        return "expected a comparison such as " + std::string(known->example);
    const auto keeps = [key = std::string(text.key), comparison = *text.comparison, limit = *limit](
                           const QueryContext& context, NodeId node) {
        const auto value = context.measured(key, node);
        return value && holds(comparison, *value, limit);
    };
    return measuredTerm(text.key, &QueryContext::measured, keeps);
}

TermResult makeMeasuredTextTerm(const KeyedText& text)
{
    const auto keeps = [key = std::string(text.key), word = support::lowered(text.value)](
                           const QueryContext& context, NodeId node) {
        return support::lowered(context.measuredText(key, node)).find(word) != std::string::npos;
    };
    return measuredTerm(text.key, &QueryContext::measuredText, keeps);
}

TermResult makeKeyedTerm(const KeyedText& text)
{
    if (text.value.empty())
        return "expected something after " + support::quote(text.key);
    auto unquoted = text;
    if (text.value.size() > 1 && text.value.front() == '"' && text.value.back() == '"')
        unquoted.value = text.value.substr(1, text.value.size() - 2);
    const auto nameOf = [](const Key& key) { return key.key.name; };
    const auto known = std::ranges::find(keys, text.key, nameOf);
    if (known != keys.end())
        return known->make(unquoted);
    if (text.comparison)
        return makeAttributeTerm(unquoted);
    // TensorFlow writes names such as `Identity:0`.
    if (text.value.find_first_not_of("0123456789") == std::string_view::npos)
        return makeWordTerm({ text.key.data(), text.key.size() + 1 + text.value.size() });
    return "unknown key " + support::quote(text.key) + ", expected one of "
        + support::joined(keys, ", ", nameOf) + "; put the text in quotes to search for it";
}

} // namespace model
