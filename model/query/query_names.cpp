#include "model/query/query_term.h"
#include "model/support/regex.h"
#include "model/support/text.h"

#include <algorithm>

/// Terms that test names: of nodes, operators and values, and of a node's neighbours.
namespace model {

namespace {

/// A term that tests the names of nodes, operators and values. `matchingTexts` returns 1 for every
/// text of the index that matches.
QueryTerm nameTerm(std::function<std::vector<char>(const QueryInputs&)> matchingTexts,
    std::function<bool(std::string_view type)> matchesOperator)
{
    const auto narrow = [=](const QueryInputs& run, QueryHits& hits) {
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
    };
    return { .narrow = narrow, .isAboutValues = true };
}

/// A term whose test depends only on the operator, so that each operator is tested once.
QueryTerm operatorTerm(std::function<bool(const QueryIndex::Operator&)> test)
{
    const auto narrow = [=](const QueryInputs& run, QueryHits& hits) {
        const auto wanted = operatorsWhere(run, test);
        keepOnly(hits.nodes, run.stop,
            [&](std::size_t node) { return wanted[run.index.operatorOf(node)] != 0; });
    };
    return { .narrow = narrow };
}

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

enum class Neighbours { Reads, Feeds };

/// Nodes that read a value with the given name or an output of a node with that name (Reads), or
/// that produce such a value or an input of such a node (Feeds).
QueryTerm neighbourTerm(Neighbours neighbours, std::string_view text)
{
    const auto narrow
        = [neighbours, name = support::lowered(text)](const QueryInputs& run, QueryHits& hits) {
              const auto& index = run.index;
              const auto ends = [&](std::size_t node, bool isOutput) {
                  return isOutput ? index.outputs(node) : index.inputs(node);
              };
              std::vector<char> isWanted(index.valueCount(), 1);
              keepOnly(isWanted, run.stop,
                  [&](std::size_t value) { return matchesWildcard(index.valueName(value), name); });
              for (std::size_t node = 0; node < index.nodeCount(); ++node) {
                  if (!matchesWildcard(index.nodeName(node), name))
                      continue;
                  for (const auto value : ends(node, neighbours == Neighbours::Reads))
                      isWanted[value] = 1;
              }
              keepNodesAt(run, hits, isWanted,
                  [&](std::size_t node) { return ends(node, neighbours == Neighbours::Feeds); });
          };
    return { .narrow = narrow };
}

} // namespace

TermResult makeWordTerm(std::string_view word)
{
    const auto lower = support::lowered(word);
    return nameTerm(
        [lower](const QueryInputs& run) { return run.index.textsWith(lower, run.stop); },
        [lower](std::string_view type) {
            return support::lowered(type).find(lower) != std::string::npos;
        });
}

TermResult makeExactTerm(std::string_view text)
{
    const auto matchingTexts
        = [name = std::string(text), lower = support::lowered(text)](const QueryInputs& run) {
              const auto& index = run.index;
              const auto& model = run.context.model;
              std::vector<char> found(index.textCount(), 1);
              keepOnly(found, run.stop, [&](std::size_t i) {
                  if (index.text(i) != lower)
                      return false;
                  return (i < index.nodeCount() ? model.nodes[i].name
                                                : model.values[i - index.nodeCount()].name)
                      == name;
              });
              return found;
          };
    return nameTerm(
        matchingTexts, [name = std::string(text)](std::string_view type) { return type == name; });
}

TermResult makeRegexTerm(std::string_view pattern)
{
    constexpr std::size_t limit = 200;
    if (pattern.size() > limit)
        return std::string("expected a pattern of at most 200 characters");
    auto compiled = support::Regex::compile(pattern, support::Regex::Case::Insensitive);
    if (!compiled)
        return "expected a regular expression: " + compiled.error().message();
    const auto matchingTexts = [pattern = *compiled](const QueryInputs& run) {
        std::vector<char> found(run.index.textCount(), 1);
        keepOnly(found, run.stop,
            [&](std::size_t text) { return pattern.occursIn(run.index.text(text)); });
        return found;
    };
    return nameTerm(matchingTexts,
        [pattern = *compiled](std::string_view type) { return pattern.occursIn(type); });
}

QueryTerm makeOppositeTerm(QueryTerm term)
{
    auto opposite = term;
    opposite.narrow = [narrow = std::move(term.narrow)](const QueryInputs& run, QueryHits& hits) {
        auto found = hits;
        narrow(run, found);
        hits.unreadable = found.unreadable;
        const auto without = [](std::vector<char>& all, const std::vector<char>& gone) {
            std::ranges::transform(all, gone, all.begin(),
                [](char have, char take) { return static_cast<char>(have != 0 && take == 0); });
        };
        without(hits.nodes, found.nodes);
        without(hits.values, found.values);
    };
    return opposite;
}

TermResult makeTypeTerm(const KeyedText& text)
{
    if (const auto element = elementTypeFromName(text.value))
        return valueTypeTerm(
            [wanted = *element](const ValueType& type) { return type.element == wanted; });
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

TermResult makeScopeTerm(const KeyedText& text)
{
    const auto narrow
        = [scope = support::lowered(text.value)](const QueryInputs& run, QueryHits& hits) {
              keepOnly(hits.nodes, run.stop,
                  [&](std::size_t node) { return isInScope(run.index.nodeName(node), scope); });
          };
    return QueryTerm { .narrow = narrow };
}

TermResult makeReadsTerm(const KeyedText& text)
{
    return neighbourTerm(Neighbours::Reads, text.value);
}

TermResult makeFeedsTerm(const KeyedText& text)
{
    return neighbourTerm(Neighbours::Feeds, text.value);
}

} // namespace model
