#include "model/palette.h"
#include "model/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <regex>
#include <string>

namespace model {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// A term about words: the same test for names of nodes, operators and values.
class NameTerm : public QueryTerm {
public:
    bool matches(const QueryContext& context, NodeId id) const override
    {
        const auto& node = context.model.node(id);
        if (matchesText(node.name) || matchesText(node.type))
            return true;
        return anyValue(
            node, [&](ValueId value) { return matchesText(context.model.value(value).name); });
    }
    bool isAboutValues() const override { return true; }
    bool matchesValue(const QueryContext& context, ValueId id) const override
    {
        return matchesText(context.model.value(id).name);
    }

protected:
    virtual bool matchesText(std::string_view text) const = 0;
};

class WordTerm final : public NameTerm {
public:
    explicit WordTerm(std::string_view word)
        : m_word(word)
    {
    }

protected:
    bool matchesText(std::string_view text) const override
    {
        return containsIgnoringCase(text, m_word);
    }

private:
    std::string m_word;
};

class ExactTerm final : public NameTerm {
public:
    explicit ExactTerm(std::string_view name)
        : m_name(name)
    {
    }

protected:
    bool matchesText(std::string_view text) const override { return text == m_name; }

private:
    std::string m_name;
};

class RegexTerm final : public NameTerm {
public:
    explicit RegexTerm(std::regex regex)
        : m_regex(std::move(regex))
    {
    }

protected:
    bool matchesText(std::string_view text) const override
    {
        // Longer names are not written by people; a bound keeps a hostile one from taking minutes.
        constexpr std::size_t limit = 1000;
        text = text.substr(0, limit);
        return std::regex_search(text.begin(), text.end(), m_regex);
    }

private:
    std::regex m_regex;
};

/// A test of one node given by a function.
class NodeTerm final : public QueryTerm {
public:
    using Test = std::function<bool(const QueryContext&, const Node&)>;
    explicit NodeTerm(Test test)
        : m_test(std::move(test))
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        return m_test(context, context.model.node(id));
    }

private:
    Test m_test;
};

/// A test of a value; a node matches if one of its inputs or outputs does.
class ValueTerm final : public QueryTerm {
public:
    using Test = std::function<bool(const QueryContext&, ValueId)>;
    explicit ValueTerm(Test test)
        : m_test(std::move(test))
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        return anyValue(
            context.model.node(id), [&](ValueId value) { return m_test(context, value); });
    }
    bool isAboutValues() const override { return true; }
    bool matchesValue(const QueryContext& context, ValueId id) const override
    {
        return m_test(context, id);
    }

private:
    Test m_test;
};

class MeasuredTerm final : public QueryTerm {
public:
    MeasuredTerm(std::string_view key, Comparison comparison, double limit)
        : m_key(key)
        , m_comparison(comparison)
        , m_limit(limit)
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        const auto value = context.measured(m_key, id);
        return value && holds(m_comparison, *value, m_limit);
    }
    std::string missing(const QueryContext& context) const override
    {
        return context.measured ? "" : "\"" + m_key + "\" needs a profile of this model";
    }

private:
    std::string m_key;
    Comparison m_comparison;
    double m_limit;
};

class MeasuredTextTerm final : public QueryTerm {
public:
    MeasuredTextTerm(std::string_view key, std::string_view word)
        : m_key(key)
        , m_word(word)
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        return containsIgnoringCase(context.measuredText(m_key, id), m_word);
    }
    std::string missing(const QueryContext& context) const override
    {
        return context.measuredText ? "" : "\"" + m_key + "\" needs a profile of this model";
    }

private:
    std::string m_key;
    std::string m_word;
};

TermResult nodeTerm(NodeTerm::Test test) { return std::make_shared<NodeTerm>(std::move(test)); }

TermResult valueTerm(ValueTerm::Test test) { return std::make_shared<ValueTerm>(std::move(test)); }

struct Unit {
    std::string_view name;
    double factor;
};
constexpr std::array timeUnits { Unit { "ns", 1 }, Unit { "us", 1e3 }, Unit { "µs", 1e3 },
    Unit { "ms", 1e6 }, Unit { "s", 1e9 }, Unit { "min", 60e9 } };
constexpr std::array byteUnits { Unit { "", 1 }, Unit { "B", 1 }, Unit { "KiB", 1024 },
    Unit { "MiB", 1048576 }, Unit { "GiB", 1073741824 }, Unit { "kB", 1e3 }, Unit { "MB", 1e6 },
    Unit { "GB", 1e9 } };
constexpr std::array shareUnits { Unit { "%", 0.01 }, Unit { "", 1 } };

std::optional<double> numberWithUnit(std::string_view text, std::span<const Unit> units)
{
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc())
        return std::nullopt;
    const std::string_view unit(
        result.ptr, static_cast<std::size_t>(text.data() + text.size() - result.ptr));
    for (const auto& known : units) {
        if (equalsIgnoringCase(unit, known.name))
            return number * known.factor;
    }
    return std::nullopt;
}

TermResult makeMeasured(
    const KeyedText& text, std::span<const Unit> units, std::string_view example)
{
    const auto limit = numberWithUnit(text.value, units);
    if (!text.comparison || !limit)
        return "expected a comparison such as " + std::string(example);
    return std::make_shared<MeasuredTerm>(text.key, *text.comparison, *limit);
}

TermResult makeSize(const KeyedText& text)
{
    const auto limit = numberWithUnit(text.value, byteUnits);
    if (!text.comparison || !limit)
        return std::string("expected a comparison such as size>1MiB");
    return valueTerm(
        [comparison = *text.comparison, limit = *limit](const QueryContext& context, ValueId id) {
            const auto tensor = context.model.value(id).initializer;
            if (!tensor.isValid())
                return false;
            const auto& found = context.model.tensor(tensor);
            const auto count = elementCount(found.dims);
            const auto bytes = count ? packedBytes(found.element, *count) : std::nullopt;
            return bytes && holds(comparison, static_cast<double>(*bytes), limit);
        });
}

TermResult makeType(std::string_view value)
{
    if (const auto element = elementTypeFromName(value))
        return valueTerm([element](const QueryContext& context, ValueId id) {
            return typeOf(context, id).element == *element;
        });
    return nodeTerm([wanted = std::string(value)](const QueryContext&, const Node& node) {
        return matchesWildcard(node.type, wanted);
    });
}

TermResult makeCategory(std::string_view value)
{
    const auto& palette = Palette::instance();
    std::vector<Category> wanted;
    std::string known;
    for (std::size_t i = 0; i < categoryCount; ++i) {
        const auto category = static_cast<Category>(i);
        known += (known.empty() ? "" : ", ") + std::string(palette.name(category));
        if (containsIgnoringCase(palette.name(category), value)
            || equalsIgnoringCase(palette.code(category), value))
            wanted.push_back(category);
    }
    if (wanted.empty())
        return "expected one of " + known;
    return nodeTerm([wanted](const QueryContext&, const Node& node) {
        return std::ranges::find(wanted, Palette::instance().category(node.domain, node.type))
            != wanted.end();
    });
}

/// Whether `scope` is a row of whole steps of the name: layers.7 in /model/layers.7/attn, not in
/// layers.70.
bool isInScope(std::string_view name, std::string_view scope)
{
    const auto isBorder = [](char c) { return c == '/' || c == '.' || c == ':'; };
    for (auto at = name.find(scope); at != std::string_view::npos; at = name.find(scope, at + 1)) {
        const auto end = at + scope.size();
        const bool beginsStep = at == 0 || isBorder(name[at - 1]) || isBorder(name[at]);
        const bool endsStep = end == name.size() || isBorder(name[end]) || isBorder(name[end - 1]);
        if (beginsStep && endsStep)
            return true;
    }
    return false;
}

TermResult makeScope(std::string_view value)
{
    return nodeTerm([scope = std::string(value)](const QueryContext&, const Node& node) {
        return isInScope(node.name, scope);
    });
}

TermResult makeDomain(std::string_view value)
{
    return nodeTerm([wanted = std::string(value)](const QueryContext&, const Node& node) {
        return matchesWildcard(node.domain.empty() ? "ai.onnx" : node.domain, wanted);
    });
}

bool readsFrom(const QueryContext& context, const Node& node, std::string_view wanted)
{
    return std::ranges::any_of(node.inputs, [&](ValueId id) {
        if (!id.isValid())
            return false;
        const auto& value = context.model.value(id);
        return matchesWildcard(value.name, wanted)
            || (value.producer.isValid()
                && matchesWildcard(context.model.node(value.producer).name, wanted));
    });
}

bool feedsTo(const QueryContext& context, const Node& node, std::string_view wanted)
{
    return std::ranges::any_of(node.outputs, [&](ValueId id) {
        if (!id.isValid())
            return false;
        const auto& value = context.model.value(id);
        return matchesWildcard(value.name, wanted)
            || std::ranges::any_of(value.uses, [&](const auto& use) {
                   return matchesWildcard(context.model.node(use.node).name, wanted);
               });
    });
}

TermResult makeReads(std::string_view value)
{
    return nodeTerm([wanted = std::string(value)](const QueryContext& context, const Node& node) {
        return readsFrom(context, node, wanted);
    });
}

TermResult makeFeeds(std::string_view value)
{
    return nodeTerm([wanted = std::string(value)](const QueryContext& context, const Node& node) {
        return feedsTo(context, node, wanted);
    });
}

TermResult makeMeasuredText(const KeyedText& text)
{
    return std::make_shared<MeasuredTextTerm>(text.key, text.value);
}

struct Key {
    std::string_view name;
    TermResult (*make)(const KeyedText&);
};

constexpr std::array keys {
    Key { "type", [](const KeyedText& text) { return makeType(text.value); } },
    Key { "category", [](const KeyedText& text) { return makeCategory(text.value); } },
    Key { "domain", [](const KeyedText& text) { return makeDomain(text.value); } },
    Key { "scope", [](const KeyedText& text) { return makeScope(text.value); } },
    Key { "in", makeShapeTerm },
    Key { "out", makeShapeTerm },
    Key { "rank", makeShapeTerm },
    Key { "reads", [](const KeyedText& text) { return makeReads(text.value); } },
    Key { "feeds", [](const KeyedText& text) { return makeFeeds(text.value); } },
    Key { "path", [](const KeyedText& text) { return makePathTerm(text.value); } },
    Key { "size", makeSize },
    Key {
        "time", [](const KeyedText& text) { return makeMeasured(text, timeUnits, "time>100us"); } },
    Key {
        "share", [](const KeyedText& text) { return makeMeasured(text, shareUnits, "share>1%"); } },
    Key {
        "roof", [](const KeyedText& text) { return makeMeasured(text, shareUnits, "roof<10%"); } },
    Key { "impl", makeMeasuredText },
    Key { "on", makeMeasuredText },
};

TermResult makeAttribute(const KeyedText& text)
{
    const auto inner = splitKey(text.value);
    if (inner && inner->comparison)
        return makeAttributeTerm(*inner);
    return makeAttributeTerm({ text.value, std::nullopt, {} });
}

} // namespace

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool containsIgnoringCase(std::string_view text, std::string_view word)
{
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
               [](char a, char b) { return lower(a) == lower(b); })
        != text.end()
        || word.empty();
}

bool matchesWildcard(std::string_view text, std::string_view pattern)
{
    // Greedy with one point to come back to: linear for one star, never more than text times
    // pattern.
    std::size_t t = 0;
    std::size_t p = 0;
    std::optional<std::pair<std::size_t, std::size_t>> star;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = { t, ++p };
        } else if (p < pattern.size() && lower(pattern[p]) == lower(text[t])) {
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

bool holds(Comparison comparison, double left, double right)
{
    switch (comparison) {
    case Comparison::Equal:
        return left == right;
    case Comparison::NotEqual:
        return left != right;
    case Comparison::Less:
        return left < right;
    case Comparison::LessEqual:
        return left <= right;
    case Comparison::Greater:
        return left > right;
    case Comparison::GreaterEqual:
        return left >= right;
    }
    return false;
}

const ValueType& typeOf(const QueryContext& context, ValueId value)
{
    if (context.analysis && value.value() < context.analysis->types.size())
        return context.analysis->type(value);
    return context.model.value(value).type;
}

TermResult makeWordTerm(std::string_view word) { return std::make_shared<WordTerm>(word); }

TermResult makeExactTerm(std::string_view name) { return std::make_shared<ExactTerm>(name); }

TermResult makeRegexTerm(std::string_view pattern)
{
    constexpr std::size_t limit = 200;
    if (pattern.size() > limit)
        return std::string("expected a pattern of at most 200 characters");
    try {
        auto flags = std::regex::ECMAScript | std::regex::icase;
#ifdef __GLIBCXX__
        // Without it a pattern such as (a+)+b takes exponential time; back-references are then
        // refused.
        flags |= std::regex_constants::__polynomial;
#endif
        return std::make_shared<RegexTerm>(std::regex(pattern.begin(), pattern.end(), flags));
    } catch (const std::regex_error& error) {
        return std::string("expected a regular expression: ") + error.what();
    }
}

TermResult makeKeyedTerm(const KeyedText& text)
{
    if (text.value.empty())
        return "expected something after " + support::quote(text.key);
    auto unquoted = text;
    if (text.value.size() > 1 && text.value.front() == '"' && text.value.back() == '"')
        unquoted.value = text.value.substr(1, text.value.size() - 2);
    if (text.key == "attr")
        return makeAttribute(unquoted);
    if (text.key == "value")
        return std::string("searching in the contents of tensors is not supported yet");
    const auto known = std::ranges::find(keys, text.key, &Key::name);
    if (known != keys.end())
        return known->make(unquoted);
    if (text.comparison)
        return makeAttributeTerm(unquoted);
    // `Identity:0` is a name as TensorFlow writes them.
    if (text.value.find_first_not_of("0123456789") == std::string_view::npos)
        return makeWordTerm({ text.key.data(), text.key.size() + 1 + text.value.size() });
    std::string names = "attr";
    for (const auto& key : keys)
        names += ", " + std::string(key.name);
    return "unknown key " + support::quote(text.key) + ", expected one of " + names
        + "; put the text in quotes to search for it";
}

} // namespace model
