#include "model/query/query_term.h"
#include "model/support/regex.h"
#include "model/support/text.h"

#include <algorithm>

/// Terms that test names: of nodes, operators and values, and of a node's neighbours.
namespace model {

namespace {

/// Base of terms that apply one test to the names of nodes, operators and values.
class NameTerm : public QueryTerm {
public:
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        const auto& index = run.index;
        const auto texts = matchingTexts(run);
        const auto operators = operatorsWhere(
            run, [&](const QueryIndex::Operator& entry) { return matchesOperator(entry.type); });
        const auto isValue
            = [&](std::size_t value) { return texts[index.nodeCount() + value] != 0; };
        keepOnly(hits.nodes, run.stop, [&](std::size_t node) {
            return texts[node] != 0 || operators[index.operatorOf(node)] != 0
                || std::ranges::any_of(index.ends(node), isValue);
        });
        keepOnly(hits.values, run.stop, isValue);
    }
    bool isAboutValues() const override { return true; }

protected:
    /// Returns 1 for every text of the index that matches.
    virtual std::vector<char> matchingTexts(const QueryInputs& run) const = 0;
    virtual bool matchesOperator(std::string_view type) const = 0;
};

class WordTerm final : public NameTerm {
public:
    explicit WordTerm(std::string_view word)
        : m_word(support::lowered(word))
    {
    }

protected:
    std::vector<char> matchingTexts(const QueryInputs& run) const override
    {
        return run.index.textsWith(m_word, run.stop);
    }
    bool matchesOperator(std::string_view type) const override
    {
        return support::lowered(type).find(m_word) != std::string::npos;
    }

private:
    std::string m_word;
};

class ExactTerm final : public NameTerm {
public:
    explicit ExactTerm(std::string_view name)
        : m_name(name)
        , m_lower(support::lowered(name))
    {
    }

protected:
    std::vector<char> matchingTexts(const QueryInputs& run) const override
    {
        const auto& index = run.index;
        const auto& model = run.context.model;
        std::vector<char> found(index.textCount(), 1);
        keepOnly(found, run.stop, [&](std::size_t text) {
            if (index.text(text) != m_lower)
                return false;
            return (text < index.nodeCount() ? model.nodes[text].name
                                             : model.values[text - index.nodeCount()].name)
                == m_name;
        });
        return found;
    }
    bool matchesOperator(std::string_view type) const override { return type == m_name; }

private:
    std::string m_name;
    std::string m_lower;
};

class RegexTerm final : public NameTerm {
public:
    explicit RegexTerm(support::Regex pattern)
        : m_pattern(std::move(pattern))
    {
    }

protected:
    std::vector<char> matchingTexts(const QueryInputs& run) const override
    {
        std::vector<char> found(run.index.textCount(), 1);
        keepOnly(found, run.stop,
            [&](std::size_t text) { return m_pattern.occursIn(run.index.text(text)); });
        return found;
    }
    bool matchesOperator(std::string_view type) const override { return m_pattern.occursIn(type); }

private:
    support::Regex m_pattern;
};

class OppositeTerm final : public QueryTerm {
public:
    explicit OppositeTerm(std::shared_ptr<const QueryTerm> term)
        : m_term(std::move(term))
    {
    }
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        auto found = hits;
        m_term->narrow(run, found);
        hits.unreadable = found.unreadable;
        const auto without = [](std::vector<char>& all, const std::vector<char>& gone) {
            std::ranges::transform(all, gone, all.begin(),
                [](char have, char take) { return static_cast<char>(have != 0 && take == 0); });
        };
        without(hits.nodes, found.nodes);
        without(hits.values, found.values);
    }
    bool isAboutValues() const override { return m_term->isAboutValues(); }
    std::string missing(const QueryContext& context) const override
    {
        return m_term->missing(context);
    }

private:
    std::shared_ptr<const QueryTerm> m_term;
};

/// A term whose test depends only on the operator, so that each operator is tested once.
class OperatorTerm final : public QueryTerm {
public:
    using Test = std::function<bool(const QueryIndex::Operator&)>;
    explicit OperatorTerm(Test test)
        : m_test(std::move(test))
    {
    }
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        const auto wanted = operatorsWhere(run, m_test);
        keepOnly(hits.nodes, run.stop,
            [&](std::size_t node) { return wanted[run.index.operatorOf(node)] != 0; });
    }

private:
    Test m_test;
};

class ElementTerm final : public QueryTerm {
public:
    explicit ElementTerm(ElementType element)
        : m_element(element)
    {
    }
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        keepMarkedValues(run, hits,
            valuesByType(run, [&](const ValueType& type) { return type.element == m_element; }));
    }
    bool isAboutValues() const override { return true; }

private:
    ElementType m_element;
};

/// True if `scope` consists of complete steps of the name: layers.7 is in /model/layers.7/attn, but
/// not in layers.70.
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

class ScopeTerm final : public QueryTerm {
public:
    explicit ScopeTerm(std::string_view scope)
        : m_scope(support::lowered(scope))
    {
    }
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        keepOnly(hits.nodes, run.stop,
            [&](std::size_t node) { return isInScope(run.index.nodeName(node), m_scope); });
    }

private:
    std::string m_scope;
};

/// Nodes that read a value with the given name or an output of a node with that name (Reads), or
/// that produce such a value or an input of such a node (Feeds).
class NeighbourTerm final : public QueryTerm {
public:
    enum class Side { Reads, Feeds };
    NeighbourTerm(Side side, std::string_view name)
        : m_side(side)
        , m_name(support::lowered(name))
    {
    }
    void narrow(const QueryInputs& run, QueryHits& hits) const override
    {
        const auto& index = run.index;
        std::vector<char> isWanted(index.valueCount(), 1);
        keepOnly(isWanted, run.stop,
            [&](std::size_t value) { return matchesWildcard(index.valueName(value), m_name); });
        for (std::size_t node = 0; node < index.nodeCount(); ++node) {
            if (!matchesWildcard(index.nodeName(node), m_name))
                continue;
            for (const auto value : ends(index, node, m_side == Side::Reads))
                isWanted[value] = 1;
        }
        keepOnly(hits.nodes, run.stop, [&](std::size_t node) {
            return std::ranges::any_of(ends(index, node, m_side == Side::Feeds),
                [&](std::uint32_t value) { return isWanted[value] != 0; });
        });
    }

private:
    static QueryIndex::Ids ends(const QueryIndex& index, std::size_t node, bool isOutput)
    {
        return isOutput ? index.outputs(node) : index.inputs(node);
    }

    Side m_side;
    std::string m_name;
};

TermResult operatorTerm(OperatorTerm::Test test)
{
    return std::make_shared<OperatorTerm>(std::move(test));
}

} // namespace

TermResult makeWordTerm(std::string_view word) { return std::make_shared<WordTerm>(word); }

TermResult makeExactTerm(std::string_view name) { return std::make_shared<ExactTerm>(name); }

TermResult makeRegexTerm(std::string_view pattern)
{
    constexpr std::size_t limit = 200;
    if (pattern.size() > limit)
        return std::string("expected a pattern of at most 200 characters");
    auto compiled = support::Regex::compile(pattern, support::Regex::Case::Insensitive);
    if (!compiled)
        return "expected a regular expression: " + compiled.error().message();
    return std::make_shared<RegexTerm>(*std::move(compiled));
}

TermResult makeOppositeTerm(std::shared_ptr<const QueryTerm> term)
{
    return std::make_shared<OppositeTerm>(std::move(term));
}

TermResult makeTypeTerm(const KeyedText& text)
{
    if (const auto element = elementTypeFromName(text.value))
        return std::make_shared<ElementTerm>(*element);
    return operatorTerm([wanted = support::lowered(text.value)](const QueryIndex::Operator& entry) {
        return matchesWildcard(support::lowered(entry.type), wanted);
    });
}

TermResult makeCategoryTerm(const KeyedText& text)
{
    const auto& palette = Palette::instance();
    const auto value = support::lowered(text.value);
    std::vector<Category> wanted;
    std::string known;
    for (std::size_t i = 0; i < categoryCount; ++i) {
        const auto category = static_cast<Category>(i);
        known += (known.empty() ? "" : ", ") + std::string(palette.name(category));
        if (support::lowered(palette.name(category)).find(value) != std::string::npos
            || support::lowered(palette.code(category)) == value)
            wanted.push_back(category);
    }
    if (wanted.empty())
        return "expected one of " + known;
    return operatorTerm([wanted](const QueryIndex::Operator& entry) {
        return std::ranges::find(wanted, entry.category) != wanted.end();
    });
}

TermResult makeDomainTerm(const KeyedText& text)
{
    return operatorTerm([wanted = support::lowered(text.value)](const QueryIndex::Operator& entry) {
        return matchesWildcard(
            entry.domain.empty() ? "ai.onnx" : support::lowered(entry.domain), wanted);
    });
}

TermResult makeScopeTerm(const KeyedText& text) { return std::make_shared<ScopeTerm>(text.value); }

TermResult makeReadsTerm(const KeyedText& text)
{
    return std::make_shared<NeighbourTerm>(NeighbourTerm::Side::Reads, text.value);
}

TermResult makeFeedsTerm(const KeyedText& text)
{
    return std::make_shared<NeighbourTerm>(NeighbourTerm::Side::Feeds, text.value);
}

} // namespace model
