#include "app/cli/command.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

const std::vector<std::string>* Arguments::find(std::string_view name) const
{
    const auto found = std::ranges::find(
        m_values, name, [](const auto& entry) { return std::string_view(entry.first); });
    return found == m_values.end() ? nullptr : &found->second;
}

std::optional<std::string> Arguments::text(std::string_view name) const
{
    const auto* values = find(name);
    return values != nullptr && !values->empty() ? std::optional(values->back()) : std::nullopt;
}

std::vector<std::string> Arguments::all(std::string_view name) const
{
    const auto* values = find(name);
    return values != nullptr ? *values : std::vector<std::string> {};
}

Result<std::int64_t> Arguments::whole(
    std::string_view name, std::int64_t fallback, std::int64_t low, std::int64_t high) const
{
    const auto given = text(name);
    if (!given)
        return fallback;
    const auto value = support::numberFrom<std::int64_t>(*given);
    if (!value || *value < low || *value > high)
        return failAs(ErrorKind::Usage, name, " is \"", *given, "\", expected a whole number from ",
            low, " to ", high);
    return *value;
}

Result<std::optional<double>> Arguments::real(std::string_view name) const
{
    const auto given = text(name);
    const auto value = given ? amountOf(*given) : std::nullopt;
    if (given && !value)
        return failAs(ErrorKind::Usage, name, " is \"", *given, "\", expected a number from 0 up");
    return value;
}

std::optional<double> numberOf(std::string_view text)
{
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

std::optional<double> amountOf(std::string_view text)
{
    const auto value = numberOf(text); // also inf and nan
    return value && std::isfinite(*value) && *value >= 0 ? value : std::nullopt;
}

Result<std::size_t> placeOfWord(
    std::string_view option, std::string_view word, const std::vector<std::string_view>& expected)
{
    const auto found = std::ranges::find(expected, word);
    if (found != expected.end())
        return static_cast<std::size_t>(found - expected.begin());
    return failAs(ErrorKind::Usage, option, " is \"", word, "\", expected ",
        support::joined(std::span(expected).first(expected.size() - 1), ", "), " or ",
        expected.back());
}

} // namespace cli
