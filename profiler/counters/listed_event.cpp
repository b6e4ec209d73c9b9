#include "profiler/counters/listed_event.h"

#include "model/support/text.h"

#include <algorithm>

namespace profiler {
namespace {

/// Parses a number as written in /sys: `0x2a` or `42`.
std::optional<std::uint64_t> sysNumber(std::string_view text)
{
    if (text.starts_with("0x"))
        return support::numberFrom<std::uint64_t>(text.substr(2), 16);
    return support::numberFrom<std::uint64_t>(text);
}

/// Returns the lowest bit of a field of `config`: 8 for `config:8-15`. Fields in other words than
/// `config`, or in several parts, are not known here.
std::optional<unsigned> lowestBit(std::string_view format)
{
    constexpr std::string_view word = "config:";
    if (!format.starts_with(word) || format.find(',') != std::string_view::npos)
        return std::nullopt;
    format.remove_prefix(word.size());
    const auto bit = support::numberFrom<unsigned>(format.substr(0, format.find('-')));
    return bit && *bit < 64 ? bit : std::nullopt;
}

std::optional<std::uint64_t> configOf(
    const CounterKernel& kernel, const std::string& folder, std::string_view terms)
{
    std::uint64_t config = 0;
    for (const auto term : support::split(terms, ',')) {
        const auto equals = term.find('=');
        const auto value = equals == std::string_view::npos ? std::optional<std::uint64_t>(1)
                                                            : sysNumber(term.substr(equals + 1));
        const auto format
            = firstLineOf(kernel, folder + "/format/" + std::string(term.substr(0, equals)));
        const auto bit = format ? lowestBit(*format) : std::nullopt;
        if (!value || !bit)
            return std::nullopt;
        config |= *value << *bit;
    }
    return config;
}

} // namespace

std::string driverFolder(std::string_view driver)
{
    return "/sys/bus/event_source/devices/" + std::string(driver);
}

std::optional<std::string> firstLineOf(const CounterKernel& kernel, const std::string& path)
{
    auto text = kernel.text(path);
    if (text)
        text->resize(std::min(text->find('\n'), text->size()));
    return text;
}

std::optional<ListedEvent> listedEvent(
    const CounterKernel& kernel, std::string_view driver, std::string_view name)
{
    const auto folder = driverFolder(driver);
    const auto terms = firstLineOf(kernel, folder + "/events/" + std::string(name));
    const auto typeText = firstLineOf(kernel, folder + "/type");
    if (!terms || !typeText)
        return std::nullopt;
    const auto type = support::numberFrom<std::uint32_t>(*typeText);
    const auto config = configOf(kernel, folder, *terms);
    return type && config ? std::optional(ListedEvent { *type, *config }) : std::nullopt;
}

} // namespace profiler
