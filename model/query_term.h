#pragma once

#include "model/query.h"

/// One term of a query: private to query*.cpp.
namespace model {

enum class Comparison { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

class QueryTerm {
public:
    virtual ~QueryTerm() = default;

    virtual bool matches(const QueryContext& context, NodeId node) const = 0;
    /// Whether the term says anything about values; if not, a query with it finds nodes only.
    virtual bool isAboutValues() const { return false; }
    virtual bool matchesValue(const QueryContext&, ValueId) const { return false; }
    /// What is missing to answer it; empty if nothing.
    virtual std::string missing(const QueryContext&) const { return {}; }
    /// Work once per run (paths); gives a term that answers quickly, or nothing if it does so
    /// itself.
    virtual std::shared_ptr<const QueryTerm> prepared(const QueryContext&) const { return nullptr; }

    std::string source; ///< as written
    std::size_t column = 0;
};

using TermResult = std::variant<std::shared_ptr<QueryTerm>, std::string>;

/// `key:value`, `key<value`: a term, or what was expected.
struct KeyedText {
    std::string_view key;
    std::optional<Comparison> comparison; ///< nothing for `key:value`
    std::string_view value;
};

TermResult makeWordTerm(std::string_view word);
TermResult makeExactTerm(std::string_view name);
TermResult makeRegexTerm(std::string_view pattern);
TermResult makeKeyedTerm(const KeyedText& text);
TermResult makeAttributeTerm(const KeyedText& text); ///< key is the attribute's name
TermResult makeShapeTerm(const KeyedText& text); ///< in, out, rank
TermResult makePathTerm(std::string_view value);

/// Splits `key:value` or `key<value` at its first separator; nothing if there is none or no key
/// before it.
std::optional<KeyedText> splitKey(std::string_view text);
bool holds(Comparison comparison, double left, double right);
bool equalsIgnoringCase(std::string_view a, std::string_view b);
bool containsIgnoringCase(std::string_view text, std::string_view word);
/// Whole text against a pattern in which * stands for anything; ignoring case.
bool matchesWildcard(std::string_view text, std::string_view pattern);
const ValueType& typeOf(const QueryContext& context, ValueId value);

/// Calls `visit(ValueId)` for the node's inputs and outputs until it returns true.
template <typename Visit>
bool anyValue(const Node& node, const Visit& visit)
{
    const auto isMatch = [&](ValueId id) { return id.isValid() && visit(id); };
    for (const auto id : node.inputs) {
        if (isMatch(id))
            return true;
    }
    for (const auto id : node.outputs) {
        if (isMatch(id))
            return true;
    }
    return false;
}

} // namespace model
