#include "model/query/query.h"

#include "model/query/query_contents.h"
#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model {

namespace {

struct Token {
    std::string_view text;
    std::size_t at = 0; ///< byte offset
    bool isClosed = true; ///< false: the last quote is not closed
};

/// Splits at spaces, except inside double quotes.
std::vector<Token> tokensOf(std::string_view text)
{
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\t') {
            ++at;
            continue;
        }
        const auto begin = at;
        bool isQuoted = false;
        for (; at < text.size() && (isQuoted || (text[at] != ' ' && text[at] != '\t')); ++at)
            isQuoted ^= text[at] == '"';
        tokens.push_back({ text.substr(begin, at - begin), begin, !isQuoted });
    }
    return tokens;
}

TermResult makeTerm(std::string_view text)
{
    if (text.front() == '"' && text.back() == '"' && text.size() > 1)
        return makeExactTerm(text.substr(1, text.size() - 2));
    // Node names often begin with a slash. Only a slash at both ends makes the term a pattern.
    if (text.size() > 2 && text.front() == '/' && text.back() == '/')
        return makeRegexTerm(text.substr(1, text.size() - 2));
    const auto keyed = splitKey(text);
    return keyed ? makeKeyedTerm(*keyed) : makeWordTerm(text);
}

TermResult makeTerm(const Token& token)
{
    if (!token.isClosed)
        return std::string("expected a closing quote");
    if (token.text.size() < 2 || token.text.front() != '-')
        return makeTerm(token.text);
    auto made = makeTerm(token.text.substr(1));
    if (std::holds_alternative<std::string>(made))
        return made;
    return makeOppositeTerm(std::get<QueryTerm>(std::move(made)));
}

template <typename Id>
std::vector<Id> idsOf(const std::vector<char>& hits)
{
    std::vector<Id> ids;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (hits[i] != 0)
            ids.emplace_back(i);
    }
    return ids;
}

} // namespace

std::optional<KeyedText> splitKey(std::string_view text)
{
    const auto at = text.find_first_of(":=<>!");
    if (at == std::string_view::npos || at == 0 || text.front() == '/')
        return std::nullopt;
    struct Sign {
        std::string_view text;
        std::optional<Comparison> comparison;
    };
    static constexpr std::array signs { Sign { "<=", Comparison::LessEqual },
        Sign { ">=", Comparison::GreaterEqual }, Sign { "!=", Comparison::NotEqual },
        Sign { "=", Comparison::Equal }, Sign { "<", Comparison::Less },
        Sign { ">", Comparison::Greater }, Sign { ":", std::nullopt } };
    for (const auto& sign : signs) {
        if (text.substr(at).starts_with(sign.text))
            return KeyedText { text.substr(0, at), sign.comparison,
                text.substr(at + sign.text.size()) };
    }
    return std::nullopt;
}

std::variant<Query, QueryError> Query::parse(std::string_view text)
{
    constexpr std::size_t limit = 4096;
    if (text.size() > limit)
        return QueryError { 0, support::characterCount(text),
            "the query is longer than 4,096 bytes" };
    Query query;
    for (const auto& token : tokensOf(text)) {
        auto made = makeTerm(token);
        const auto column = support::characterCount(text.substr(0, token.at));
        if (const auto* expected = std::get_if<std::string>(&made))
            return QueryError { column, support::characterCount(token.text), *expected };
        auto term = std::get<QueryTerm>(std::move(made));
        term.source = std::string(token.text);
        term.column = column;
        query.m_terms.push_back(std::make_shared<const QueryTerm>(std::move(term)));
    }
    return query;
}

std::vector<std::string> Query::terms() const
{
    std::vector<std::string> sources;
    for (const auto& term : m_terms)
        sources.push_back(term->source);
    return sources;
}

std::variant<QueryMatches, QueryError> Query::run(
    const QueryContext& context, std::stop_token stop) const
{
    if (isEmpty())
        return QueryMatches {};
    for (const auto& term : m_terms) {
        if (auto words = term->missing ? term->missing(context) : std::string(); !words.empty())
            return QueryError { term->column, support::characterCount(term->source),
                std::move(words) };
    }
    const auto index = context.index != nullptr
        ? context.index
        : QueryIndex::build(context.model, context.analysis, stop);
    ContentCache ownCache;
    const QueryInputs run { context, *index,
        context.contents != nullptr ? *context.contents : ownCache, stop };
    QueryHits hits;
    hits.nodes.assign(index->nodeCount(), 1);
    if (std::ranges::all_of(m_terms, [](const auto& term) { return term->isAboutValues; }))
        hits.values.assign(index->valueCount(), 1);
    for (const auto& term : m_terms) {
        if (stop.stop_requested())
            return QueryMatches {};
        term->narrow(run, hits);
    }
    if (stop.stop_requested())
        return QueryMatches {};
    return QueryMatches { idsOf<NodeId>(hits.nodes), idsOf<ValueId>(hits.values), hits.unreadable };
}

} // namespace model
