#include "model/support/regex.h"

#include "model/support/text.h"

#include <re2/re2.h>

namespace support {

using re2::RE2;

Result<Regex> Regex::compile(std::string_view pattern, Case letters)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(letters == Case::Sensitive);
    auto expression = std::make_shared<const RE2>(pattern, options);
    if (!expression->ok())
        return fail(sanitise(expression->error()));
    return Regex(std::move(expression));
}

bool Regex::fullMatch(std::string_view text) const
{
    return m_expression->Match(text, 0, text.size(), RE2::ANCHOR_BOTH, nullptr, 0);
}

bool Regex::occursIn(std::string_view text) const
{
    return m_expression->Match(text, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

std::optional<Regex::Span> Regex::find(std::string_view text, std::size_t from) const
{
    re2::StringPiece match;
    if (from > text.size()
        || !m_expression->Match(text, from, text.size(), RE2::UNANCHORED, &match, 1))
        return {};
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    return Span { begin, begin + match.size() };
}

} // namespace support
