#include "app/cli/quantities.h"

#include <array>
#include <limits>
#include <optional>
#include <span>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

struct Unit {
    std::string_view name;
    double factor;
};

/// Parses a number followed by one of the units; an empty unit must come last. Returns nothing on
/// other text or for negative numbers.
std::optional<double> quantityOf(std::string_view text, std::span<const Unit> units)
{
    for (const auto& unit : units) {
        if (!text.ends_with(unit.name))
            continue;
        if (const auto value = amountOf(text.substr(0, text.size() - unit.name.size())))
            return *value * unit.factor;
    }
    return std::nullopt;
}

} // namespace

Result<std::optional<std::chrono::nanoseconds>> durationOf(
    const Arguments& arguments, std::string_view option)
{
    const auto text = arguments.text(option);
    if (!text)
        return std::optional<std::chrono::nanoseconds>();
    constexpr std::array units { Unit { "ms", 1e6 }, Unit { "min", 60e9 }, Unit { "s", 1e9 },
        Unit { "h", 3600e9 }, Unit { "", 1e9 } };
    constexpr double most = 0x1p62;
    if (const auto ns = quantityOf(*text, units); ns && *ns < most)
        return std::optional(std::chrono::nanoseconds(static_cast<std::int64_t>(*ns)));
    return failAs(ErrorKind::Usage, option, " is \"", *text,
        "\", expected a duration such as 10s, 500ms, 2min or 1h");
}

Result<std::optional<std::uint64_t>> bytesOf(const Arguments& arguments, std::string_view option)
{
    const auto text = arguments.text(option);
    if (!text)
        return std::optional<std::uint64_t>();
    constexpr std::array units { Unit { "KiB", 0x1p10 }, Unit { "MiB", 0x1p20 },
        Unit { "GiB", 0x1p30 }, Unit { "B", 1 }, Unit { "", 1 } };
    constexpr double most = 0x1p62;
    if (const auto bytes = quantityOf(*text, units); bytes && *bytes < most)
        return std::optional(static_cast<std::uint64_t>(*bytes));
    return failAs(ErrorKind::Usage, option, " is \"", *text,
        "\", expected a size such as 512MiB, 2GiB or 4096");
}

Result<std::optional<double>> shareOf(const Arguments& arguments, std::string_view option)
{
    const auto given = arguments.text(option);
    if (!given)
        return std::optional<double>();
    std::string_view text = *given;
    if (text.ends_with('%'))
        text.remove_suffix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    const auto value = amountOf(text);
    if (!value || *value >= 100)
        return failAs(
            ErrorKind::Usage, option, " is \"", *given, "\", expected a percentage such as 1%");
    return std::optional(*value / 100);
}

Result<std::optional<std::uint64_t>> orderSeed(const Arguments& arguments)
{
    if (!arguments.has("--order-seed"))
        return std::optional<std::uint64_t>();
    return std::optional(TRY(arguments.integer<std::uint64_t>(
        "--order-seed", 1, 0, std::numeric_limits<std::int64_t>::max())));
}

} // namespace cli
