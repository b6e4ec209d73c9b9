#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <span>
#include <utility>

namespace support {

namespace {

struct UnitStep {
    double factor;
    std::string_view name;
};

constexpr std::array decimalSteps { UnitStep { 1, "" }, UnitStep { 1e3, "k" },
    UnitStep { 1e6, "M" }, UnitStep { 1e9, "G" }, UnitStep { 1e12, "T" }, UnitStep { 1e15, "P" },
    UnitStep { 1e18, "E" } };
constexpr std::array timeSteps { UnitStep { 1, "ns" }, UnitStep { 1e3, "µs" },
    UnitStep { 1e6, "ms" }, UnitStep { 1e9, "s" }, UnitStep { 60e9, "min" } };

std::string grouped(std::string digits)
{
    const auto point = static_cast<std::size_t>(std::ranges::find(digits, '.') - digits.begin());
    for (std::size_t at = point; at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

std::string withSign(std::string magnitude, bool isNegative, NumberStyle style)
{
    if (style == NumberStyle::Window)
        magnitude = grouped(std::move(magnitude));
    if (!isNegative)
        return magnitude;
    return (style == NumberStyle::Window ? "−" : "-") + magnitude;
}

/// Returns the power of ten of the first significant digit after rounding to `digits`: 3 for 999.9
/// with 3 digits.
int leadingPower(double magnitude, int digits)
{
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "%.*e", std::max(digits - 1, 0), magnitude);
    const std::string_view view(text.data());
    return std::atoi(view.data() + view.find('e') + 1);
}

std::string fixedText(double value, int decimals, NumberStyle style)
{
    std::array<char, 400> text {};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, std::fabs(value));
    const std::string magnitude(text.data());
    const bool isZero = magnitude.find_first_not_of("0.") == std::string::npos;
    return withSign(magnitude, value < 0 && !isZero, style);
}

std::string notFiniteText(double value, NumberStyle style)
{
    if (std::isnan(value))
        return style == NumberStyle::Window ? "NaN" : "nan";
    if (style == NumberStyle::File)
        return value < 0 ? "-inf" : "inf";
    return value < 0 ? "−∞" : "∞";
}

int decimalsFor(double value, int digits)
{
    if (value == 0)
        return 0;
    return std::max(0, digits - 1 - leadingPower(std::fabs(value), digits));
}

/// Returns the largest step in which the number is at least 1 after rounding to `digits`. 999.9 of
/// one unit is 1.00 of the next.
const UnitStep& stepFor(std::span<const UnitStep> steps, double magnitude, int digits)
{
    const UnitStep* best = &steps.front();
    for (const auto& step : steps.subspan(1)) {
        const double inStep = magnitude / step.factor;
        if (inStep >= 1 || (inStep > 0.9 && leadingPower(magnitude / best->factor, digits) >= 3))
            best = &step;
    }
    return *best;
}

std::string scaledText(
    double value, std::span<const UnitStep> steps, std::string_view unit, NumberStyle style)
{
    if (!std::isfinite(value))
        return notFiniteText(value, style) + " " + std::string(unit);
    const auto& step = stepFor(steps, std::fabs(value), 3);
    return numberText(value / step.factor, 3, style) + " " + std::string(step.name)
        + std::string(unit);
}

/// Returns the number of significant digits for an interval: one, or two if the first is 1.
int intervalDigits(double halfInterval)
{
    const int power = leadingPower(halfInterval, 1);
    const double first = halfInterval / std::pow(10, power);
    return first < 2 && first >= 0.95 ? 2 : 1;
}

/// Rounds to a multiple of 10^power if power is positive.
double roundedTo(double value, int power)
{
    if (power <= 0)
        return value;
    const double step = std::pow(10, power);
    return std::round(value / step) * step;
}

template <typename T>
std::string charactersOf(T number)
{
    std::array<char, 64> text {};
    return { text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr };
}

} // namespace

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::string shortestText(float number) { return charactersOf(number); }
std::string shortestText(double number) { return charactersOf(number); }
std::string shortestText(std::int64_t number) { return charactersOf(number); }
std::string shortestText(std::uint64_t number) { return charactersOf(number); }

std::string numberText(double value, int digits, NumberStyle style)
{
    if (!std::isfinite(value))
        return notFiniteText(value, style);
    return fixedText(value, decimalsFor(value, digits), style);
}

TimeUnit unitFor(double ns)
{
    const double magnitude = std::fabs(ns);
    if (magnitude >= 100e9)
        return TimeUnit::Minutes;
    const auto& step = stepFor(std::span(timeSteps).first(4), magnitude, 3);
    return static_cast<TimeUnit>(&step - timeSteps.data());
}

std::string_view unitName(TimeUnit unit) { return timeSteps[static_cast<std::size_t>(unit)].name; }

double nanosecondsPer(TimeUnit unit) { return timeSteps[static_cast<std::size_t>(unit)].factor; }

std::string durationNumber(double ns, TimeUnit unit, int digits, NumberStyle style)
{
    return numberText(ns / nanosecondsPer(unit), digits, style);
}

std::string durationText(double ns, int digits, NumberStyle style)
{
    if (!std::isfinite(ns))
        return notFiniteText(ns, style);
    const auto unit = unitFor(ns);
    // An integer number of nanoseconds below 1 µs has no decimals.
    if (unit == TimeUnit::Nanoseconds && std::round(ns) == ns)
        return fixedText(ns, 0, style) + " ns";
    return durationNumber(ns, unit, digits, style) + " " + std::string(unitName(unit));
}

std::string durationText(double ns, double halfIntervalNs, int digits, NumberStyle style)
{
    const std::string_view sign = style == NumberStyle::Window ? " ± " : " +- ";
    if (!std::isfinite(ns) || !std::isfinite(halfIntervalNs) || halfIntervalNs <= 0)
        return durationText(ns, digits, style);
    const auto unit = unitFor(ns);
    const double value = ns / nanosecondsPer(unit);
    const double half = halfIntervalNs / nanosecondsPer(unit);
    const int lastPower = leadingPower(half, intervalDigits(half)) - intervalDigits(half) + 1;
    const int valueDecimals = decimalsFor(value, digits);
    if (-lastPower > valueDecimals + 1) {
        const auto own = durationText(halfIntervalNs, intervalDigits(halfIntervalNs), style);
        return durationText(ns, digits, style) + std::string(sign) + own;
    }
    const int halfDecimals = std::max(0, -lastPower);
    return fixedText(roundedTo(value, lastPower), std::min(valueDecimals, halfDecimals), style)
        + " " + std::string(unitName(unit)) + std::string(sign)
        + fixedText(roundedTo(half, lastPower), halfDecimals, style);
}

std::string bytesText(std::uint64_t bytes, NumberStyle style)
{
    static constexpr std::array names { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (bytes < 1024)
        return countText(bytes, style) + " B";
    auto value = static_cast<double>(bytes);
    std::size_t step = 0;
    for (; step + 1 < names.size() && value >= 1023.95; ++step)
        value /= 1024;
    // 1,000 to 1,023 of a unit keep four digits; with three, 1,023 would be shown as 1,020.
    return numberText(value, value >= 999.5 ? 4 : 3, style) + " " + names[step];
}

std::string byteRateText(double bytesPerSecond, NumberStyle style)
{
    return scaledText(bytesPerSecond, decimalSteps, "B/s", style);
}

std::string workText(double flops, NumberStyle style)
{
    return scaledText(flops, decimalSteps, "FLOP", style);
}

std::string workRateText(double flopsPerSecond, NumberStyle style)
{
    return scaledText(flopsPerSecond, decimalSteps, "FLOP/s", style);
}

std::string shareText(double fraction, ShareForm form, NumberStyle style)
{
    if (!std::isfinite(fraction))
        return std::string(notMeasured);
    const double percent = fraction * 100;
    if (percent == 0)
        return "0 %";
    const int decimals = form == ShareForm::Card && std::fabs(percent) < 2 ? 2 : 1;
    const double smallest = decimals == 2 ? 0.01 : 0.1;
    if (percent > 0 && percent < smallest)
        return "< " + fixedText(smallest, decimals, style) + " %";
    return fixedText(percent, decimals, style) + " %";
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (auto& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

std::string countText(std::uint64_t count, NumberStyle style)
{
    return withSign(std::to_string(count), false, style);
}

std::string integerText(std::int64_t value, NumberStyle style)
{
    const bool isNegative = value < 0;
    const auto magnitude
        = isNegative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return withSign(std::to_string(magnitude), isNegative, style);
}

std::string countOf(std::uint64_t count, std::string_view singular, std::string_view plural)
{
    return countText(count) + " " + std::string(count == 1 ? singular : plural);
}

std::string filled(
    std::string_view pattern, std::string_view name, const std::vector<std::string>& values)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const auto digit = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] - '0' : -1;
        const bool isValue = digit > 0 && std::cmp_less_equal(digit, values.size());
        if (isValue)
            text += values[static_cast<std::size_t>(digit) - 1];
        else if (digit == 0)
            text += name;
        else
            text += pattern[i];
        i += isValue || digit == 0 ? 1 : 0;
    }
    return text;
}

std::string Sentence::text() const { return filled(pattern, name, values); }

std::vector<std::string> textsOf(const std::vector<Sentence>& sentences)
{
    std::vector<std::string> texts;
    std::ranges::transform(sentences, std::back_inserter(texts), &Sentence::text);
    return texts;
}

} // namespace support
