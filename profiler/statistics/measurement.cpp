#include "profiler/statistics/measurement.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

std::string plainText(double value, Unit unit, int digits, support::NumberStyle style)
{
    if (unit == Unit::Nanoseconds)
        return support::durationText(value, digits, style);
    // One decimal as in every table. The sign is always shown: it is the message.
    const double percent = std::round(value * 1000) / 10;
    const auto sign = percent > 0 ? "+" : "";
    return sign
        + support::numberText(percent,
            std::abs(percent) < 1        ? 1
                : std::abs(percent) < 10 ? 2
                                         : 3,
            style)
        + " %";
}

/// Returns the decimals that show a number of this size with `digits` digits.
int decimalsFor(double size, int digits)
{
    if (!(size > 0))
        return 0;
    return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
}

/// Returns both ends in one unit, without the unit's name.
std::string endsText(const Interval& interval, support::TimeUnit unit, support::NumberStyle style)
{
    const auto scale = support::nanosecondsPer(unit);
    const auto low = interval.low / scale;
    const auto high = interval.high / scale;
    // Three digits for the larger end, more where both ends would look equal.
    const bool isWhole = unit == support::TimeUnit::Nanoseconds && std::round(low) == low
        && std::round(high) == high;
    const auto decimals = isWhole
        ? 0
        : std::max(decimalsFor(std::max(std::abs(low), std::abs(high)), 3),
            decimalsFor(std::abs(high - low), 2));
    const auto shown = [&](double value) {
        const auto whole
            = value != 0 ? static_cast<int>(std::floor(std::log10(std::abs(value)))) : 0;
        return support::numberText(value, std::max(1, decimals + whole + 1), style);
    };
    return shown(low) + " … " + shown(high);
}

/// True if the interval can be written as `± 4`: both arms are equal to the digit shown.
bool isEven(double value, const Interval& interval)
{
    const auto half = interval.half();
    if (half <= 0 || half >= value)
        return false;
    const auto first = std::pow(10.0, std::floor(std::log10(half)));
    const auto digit = half < 2 * first ? first / 10 : first; // two digits if the first is 1
    return std::round((value - interval.low) / digit)
        == std::round((interval.high - value) / digit);
}

} // namespace

std::string text(const Measurement& measurement, int digits, support::NumberStyle style)
{
    const auto& interval = measurement.interval;
    if (measurement.unit != Unit::Nanoseconds || !interval)
        return plainText(measurement.value, measurement.unit, digits, style);
    if (isEven(measurement.value, *interval))
        return support::durationText(measurement.value, interval->half(), digits, style);
    return support::durationText(measurement.value, digits, style) + ", "
        + endsText(*interval, support::unitFor(measurement.value), style);
}

std::string rangeText(const Interval& interval, Unit unit, support::NumberStyle style,
    std::optional<support::TimeUnit> timeUnit)
{
    if (unit != Unit::Nanoseconds)
        return plainText(interval.low, unit, 3, style) + " … "
            + plainText(interval.high, unit, 3, style);
    const auto shown = timeUnit.value_or(support::unitFor(interval.high));
    return endsText(interval, shown, style) + " " + std::string(support::unitName(shown));
}

std::string intervalText(const Measurement& measurement, support::NumberStyle style,
    std::optional<support::TimeUnit> timeUnit)
{
    return measurement.interval
        ? rangeText(*measurement.interval, measurement.unit, style, timeUnit)
        : "n = " + support::countText(measurement.samples, style);
}

support::Sentence confidenceText(const Measurement& measurement)
{
    if (measurement.samples == 0)
        return { "not measured", {} };
    if (measurement.samples == 1)
        return { "one run, error unknown", {} };
    const std::vector count { support::countText(measurement.samples) };
    // An interval takes more than one run.
    return measurement.interval ? support::Sentence { "95 %, %1 runs", count }
                                : support::Sentence { "n = %1", count };
}

} // namespace profiler
