#include "model/support/text.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/reference/elementwise.h"
#include "model/support/regex.h"

#include <algorithm>
#include <cwctype>
#include <locale.h>

// StringConcat, StringSplit, StringNormalizer, RegexFullMatch; Tokenizer of com.microsoft.

namespace engine {

namespace {

using support::Regex;

/// Calls `use(bytes, codePoint)` for each character of UTF-8; an ill-formed byte is one.
template <typename F>
void forEachCharacter(std::string_view text, F use)
{
    while (!text.empty()) {
        const auto point = support::firstCodePoint(text);
        use(text.substr(0, point.bytes), point);
        text.remove_prefix(point.bytes);
    }
}

/// Changes the case of letters of all scripts with the C library's UTF-8 locale; ASCII only if the
/// system does not have it.
class CaseMap {
public:
    CaseMap()
        : m_locale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr))
    {
    }
    ~CaseMap()
    {
        if (m_locale != nullptr)
            freelocale(m_locale);
    }
    CaseMap(const CaseMap&) = delete;
    CaseMap& operator=(const CaseMap&) = delete;

    std::string lower(std::string_view text) const { return mapped(text, towlower_l); }
    std::string upper(std::string_view text) const { return mapped(text, towupper_l); }

private:
    std::string mapped(std::string_view text, wint_t (*map)(wint_t, locale_t)) const
    {
        std::string result;
        forEachCharacter(text, [&](std::string_view bytes, const support::CodePoint& point) {
            if (m_locale == nullptr || !point.isValid)
                result += bytes;
            else
                support::appendUtf8(
                    result, static_cast<char32_t>(map(static_cast<wint_t>(point.value), m_locale)));
        });
        return result;
    }
    locale_t m_locale;
};

Result<void> requireStrings(const KernelRequest& request)
{
    if (request.input(0).tensor.element != ElementType::String)
        return fail("input 0 of ", request.node.type, " has element type ",
            request.input(0).tensor.element, ", expected string");
    return {};
}

Result<void> runStringConcat(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    const auto pair = TRY(broadcastPair(node, a, b));
    auto* output = TRY(context.output(0, ElementType::String, pair.dims));
    pair.loop.forEach([&](const auto& at) {
        storage<std::string>(*output)[at[2]]
            = storage<std::string>(a)[at[0]] + storage<std::string>(b)[at[1]];
    });
    return {};
}

/// Writes rows of texts as output 0: the input's dims and an axis as long as the longest row.
Result<void> writeTextRows(
    RunContext& context, const std::vector<std::vector<std::string>>& rows, const std::string& pad)
{
    std::size_t widest = 0;
    for (const auto& row : rows)
        widest = std::max(widest, row.size());
    auto dims = context.tensor(0).dims();
    dims.push_back(static_cast<std::int64_t>(widest));
    auto* output = TRY(context.output(0, ElementType::String, dims));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k < widest; ++k)
            (*output->strings)[i * widest + k] = k < rows[i].size() ? rows[i][k] : pad;
    }
    return {};
}

/// Splits a text. Without a delimiter it splits at runs of white space and ignores those at the
/// ends, as in Python.
std::vector<std::string> splitText(
    const std::string& text, const std::string& delimiter, std::int64_t most)
{
    std::vector<std::string> parts;
    std::size_t at = 0;
    if (delimiter.empty()) {
        constexpr std::string_view blanks = " \t\n\v\f\r";
        for (at = text.find_first_not_of(blanks); at != std::string::npos;) {
            const bool isLast = std::ssize(parts) == most;
            const auto end = isLast ? std::string::npos : text.find_first_of(blanks, at);
            parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
            at = end == std::string::npos ? end : text.find_first_not_of(blanks, end);
        }
        if (!parts.empty() && std::ssize(parts) - 1 == most)
            parts.back().erase(parts.back().find_last_not_of(blanks) + 1);
        return parts;
    }
    while (std::ssize(parts) < most) {
        const auto end = text.find(delimiter, at);
        if (end == std::string::npos)
            break;
        parts.push_back(text.substr(at, end - at));
        at = end + delimiter.size();
    }
    parts.push_back(text.substr(at));
    return parts;
}

Result<void> runStringSplit(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto delimiter = node.text("delimiter", "");
    const auto written = node.integer("maxsplit", -1);
    const auto most = written < 0 ? std::numeric_limits<std::int64_t>::max() - 1 : written;
    auto* counts = TRY(context.output(1, ElementType::Int64, input.dims()));
    std::vector<std::vector<std::string>> rows;
    for (const auto& text : *input.strings) {
        rows.push_back(splitText(text, delimiter, most));
        counts->as<std::int64_t>()[rows.size() - 1] = std::ssize(rows.back());
    }
    return writeTextRows(context, rows, {});
}

/// Removes stop words and changes the case of the rest. Shape [C] or [1, C]. If nothing is left,
/// the output is one empty text.
Result<void> runStringNormalizer(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (!(input.rank() == 1 || (input.rank() == 2 && input.dims()[0] == 1)))
        return fail("StringNormalizer takes [C] or [1, C], found ", input.dims());
    const CaseMap cases;
    const bool isSensitive = node.flag("is_case_sensitive");
    const auto action = node.text("case_change_action", "NONE");
    auto stops = node.texts("stopwords", {});
    if (!isSensitive) {
        for (auto& stop : stops)
            stop = cases.lower(stop);
    }
    std::vector<std::string> kept;
    for (const auto& text : *input.strings) {
        if (std::ranges::find(stops, isSensitive ? text : cases.lower(text)) != stops.end())
            continue;
        kept.push_back(
            action == "LOWER" ? cases.lower(text) : (action == "UPPER" ? cases.upper(text) : text));
    }
    if (kept.empty())
        kept.emplace_back();
    Dims dims { std::ssize(kept) };
    if (input.rank() == 2)
        dims.insert(dims.begin(), 1);
    auto* output = TRY(context.output(0, ElementType::String, dims));
    *output->strings = std::move(kept);
    return {};
}

Result<void> runRegexFullMatch(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto regex = TRY(Regex::compile(node.text("pattern", "")));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    for (std::size_t i = 0; i < input.strings->size(); ++i)
        output->as<bool>()[i] = regex.fullMatch((*input.strings)[i]);
    return {};
}

/// How Tokenizer splits: by matches of an expression, at separators, or into characters.
struct TokenRule {
    std::optional<Regex> token;
    std::vector<Regex> separators;
    bool isPerCharacter = false;
};

Result<TokenRule> tokenRule(const OpNode& node)
{
    TokenRule rule;
    const auto expression = node.text("tokenexp", "");
    const auto separators = node.texts("separators", {});
    if (!expression.empty()) {
        rule.token = TRY(Regex::compile(expression));
        return rule;
    }
    rule.isPerCharacter
        = separators.empty() || (separators.size() == 1 && separators.front().empty());
    for (const auto& separator : separators) {
        if (!separator.empty())
            rule.separators.push_back(TRY(Regex::compile(separator)));
    }
    return rule;
}

std::vector<std::string> cutAt(const std::string& text, const Regex& separator)
{
    std::vector<std::string> parts;
    std::size_t at = 0;
    for (auto match = separator.find(text, 0); match;
         match = separator.find(text, std::max(match->end, match->begin + 1))) {
        if (match->end == match->begin) {
            if (match->begin >= text.size())
                break;
            continue;
        }
        parts.push_back(text.substr(at, match->begin - at));
        at = match->end;
    }
    parts.push_back(text.substr(at));
    return parts;
}

std::vector<std::string> tokensOf(const std::string& text, const TokenRule& rule)
{
    std::vector<std::string> tokens;
    if (rule.token) {
        for (auto match = rule.token->find(text, 0); match && match->begin < text.size();
             match = rule.token->find(text, std::max(match->end, match->begin + 1))) {
            if (match->end > match->begin)
                tokens.push_back(text.substr(match->begin, match->end - match->begin));
        }
        return tokens;
    }
    if (rule.isPerCharacter) {
        forEachCharacter(text,
            [&](std::string_view bytes, const support::CodePoint&) { tokens.emplace_back(bytes); });
        return tokens;
    }
    tokens.push_back(text);
    for (const auto& separator : rule.separators) {
        std::vector<std::string> finer;
        for (const auto& token : tokens) {
            for (auto& part : cutAt(token, separator))
                finer.push_back(std::move(part));
        }
        tokens = std::move(finer);
    }
    return tokens;
}

/// Rows of tokens, padded to the longest; with `mark` each row begins with \x02 and ends with \x03.
Result<void> runTokenizer(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rule = TRY(tokenRule(node));
    const bool isMarked = node.flag("mark");
    const auto shortest
        = static_cast<std::size_t>(std::max<std::int64_t>(node.integer("mincharnum", 1), 1));
    const auto stops = node.texts("stopwords", {});
    std::vector<std::vector<std::string>> rows;
    for (const auto& text : *input.strings) {
        std::vector<std::string> row;
        if (isMarked)
            row.emplace_back("\x02");
        for (auto& token : tokensOf(text, rule)) {
            if (support::characterCount(token) >= shortest
                && std::ranges::find(stops, token) == stops.end())
                row.push_back(std::move(token));
        }
        if (isMarked)
            row.emplace_back("\x03");
        rows.push_back(std::move(row));
    }
    return writeTextRows(context, rows, node.text("pad_value", ""));
}

const RegisterReference texts[] = {
    { "StringConcat", runStringConcat, requireStrings },
    { "StringSplit", runStringSplit, requireStrings },
    { "StringNormalizer", runStringNormalizer, requireStrings },
    { "RegexFullMatch", runRegexFullMatch, requireStrings },
    { "Tokenizer", runTokenizer, requireStrings, "com.microsoft" },
};

} // namespace

} // namespace engine
