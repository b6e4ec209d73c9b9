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
    std::int64_t value = 0;
    const auto* end = given->data() + given->size();
    const auto [rest, error] = std::from_chars(given->data(), end, value);
    if (error != std::errc() || rest != end || value < low || value > high)
        return failAs(ErrorKind::Usage, name, " is \"", *given, "\", expected a whole number from ",
            low, " to ", high);
    return value;
}

Result<double> Arguments::real(std::string_view name, double fallback) const
{
    const auto given = text(name);
    if (!given)
        return fallback;
    double value = 0;
    const auto* end = given->data() + given->size();
    const auto [rest, error] = std::from_chars(given->data(), end, value);
    // from_chars also reads "inf" and "nan", which are not valid here.
    if (error != std::errc() || rest != end || !std::isfinite(value) || value < 0)
        return failAs(ErrorKind::Usage, name, " is \"", *given, "\", expected a number from 0 up");
    return value;
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
