#pragma once

#include "model/contents/find_elements.h"
#include "model/query/query.h"
#include "model/query/query_index.h"

#include <algorithm>

/// Terms of a query. Private to query*.cpp.
namespace model {

/// Nodes and values that still match, by id: 1 = match. `values` is empty if the query finds nodes
/// only.
struct QueryHits {
    std::vector<char> nodes;
    std::vector<char> values;
    std::size_t unreadable = 0;
};

/// The data of one run of a query over one model.
struct QueryInputs {
    const QueryContext& context;
    const QueryIndex& index;
    ContentCache& contents;
    std::stop_token stop;
};

struct QueryTerm {
    /// Sets the entries that do not match to 0. After a stop request the result is not used.
    std::function<void(const QueryInputs&, QueryHits&)> narrow;
    /// True if the term can match values. A query with a term that cannot finds nodes only.
    bool isAboutValues = false;
    /// Returns what is missing to evaluate the term; empty if nothing is. May be absent.
    std::function<std::string(const QueryContext&)> missing;

    std::string source; ///< as written
    std::size_t column = 0;
};

/// A term, or the text of what was expected.
using TermResult = std::variant<QueryTerm, std::string>;

/// A term `key:value`, `key<value` and the like, split at its separator.
struct KeyedText {
    std::string_view key;
    std::optional<Comparison> comparison; ///< nothing for `key:value`
    std::string_view value;
};

TermResult makeWordTerm(std::string_view word);
TermResult makeExactTerm(std::string_view name);
TermResult makeRegexTerm(std::string_view pattern);
/// Returns a term that matches everything that `term` does not match.
QueryTerm makeOppositeTerm(QueryTerm term);
TermResult makeKeyedTerm(const KeyedText& text);
TermResult makeAttributeTerm(const KeyedText& text); ///< the key is the attribute's name
TermResult makeAttributeKeyTerm(const KeyedText& text); ///< attr:name, attr:name<1
TermResult makeTypeTerm(const KeyedText& text);
TermResult makeCategoryTerm(const KeyedText& text);
TermResult makeDomainTerm(const KeyedText& text);
TermResult makeScopeTerm(const KeyedText& text);
TermResult makeShapeTerm(const KeyedText& text); ///< in, out
TermResult makeRankTerm(const KeyedText& text);
TermResult makeSizeTerm(const KeyedText& text);
TermResult makeReadsTerm(const KeyedText& text);
TermResult makeFeedsTerm(const KeyedText& text);
TermResult makePathTerm(const KeyedText& text);
TermResult makeContentTerm(const KeyedText& text);
TermResult makeMagnitudeTerm(const KeyedText& text); ///< |x|>1
TermResult makeMeasuredTerm(const KeyedText& text); ///< time, share, roof
TermResult makeMeasuredTextTerm(const KeyedText& text); ///< impl, on

/// Splits `key:value` or `key<value` at its first separator. Nothing if there is no separator or no
/// key.
std::optional<KeyedText> splitKey(std::string_view text);
/// Matches the complete text against a pattern in which * matches any text. Both are lower-cased.
bool matchesWildcard(std::string_view text, std::string_view pattern);
std::optional<double> numberOf(std::string_view text);

struct QueryUnit {
    std::string_view name;
    double factor;
};
std::optional<double> numberWithUnit(std::string_view text, std::span<const QueryUnit> units);

constexpr std::size_t stopEvery = 4096;

/// Sets hits to 0 where `keep(index)` is false.
template <typename Keep>
void keepOnly(std::vector<char>& hits, const std::stop_token& stop, const Keep& keep)
{
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (i % stopEvery == 0 && stop.stop_requested())
            return;
        if (hits[i] != 0 && !keep(i))
            hits[i] = 0;
    }
}

/// Keeps nodes for which one of `ends(node)` is a marked value.
template <typename Ends>
void keepNodesAt(
    const QueryInputs& run, QueryHits& hits, const std::vector<char>& isMarked, const Ends& ends)
{
    keepOnly(hits.nodes, run.stop, [&](std::size_t node) {
        return std::ranges::any_of(
            ends(node), [&](std::uint32_t value) { return isMarked[value] != 0; });
    });
}

/// Keeps values that are marked, and nodes that read or write a marked value.
void keepMarkedValues(const QueryInputs& run, QueryHits& hits, const std::vector<char>& isMarked);

/// Returns the result of `isWanted(const ValueType&)` for every value; called once per type.
template <typename Wanted>
std::vector<char> valuesByType(const QueryInputs& run, const Wanted& isWanted)
{
    std::vector<char> wanted;
    for (const auto& type : run.index.types())
        wanted.push_back(isWanted(type) ? 1 : 0);
    std::vector<char> marked(run.index.valueCount());
    for (std::size_t i = 0; i < marked.size(); ++i)
        marked[i] = wanted[run.index.typeOf(i)];
    return marked;
}

/// A term that tests values by their types. A node matches if one of its inputs or outputs does.
QueryTerm valueTypeTerm(std::function<bool(const ValueType&)> test);

/// Returns the result of `isWanted(const QueryIndex::Operator&)` for every operator.
template <typename Wanted>
std::vector<char> operatorsWhere(const QueryInputs& run, const Wanted& isWanted)
{
    std::vector<char> wanted;
    for (const auto& entry : run.index.operators())
        wanted.push_back(isWanted(entry) ? 1 : 0);
    return wanted;
}

} // namespace model
