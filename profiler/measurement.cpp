#include "profiler/measurement.h"

#include <cmath>

namespace profiler {
namespace {

std::string plainText(double value, Unit unit, int digits, support::NumberStyle style)
{
    switch (unit) {
    case Unit::Nanoseconds:
        return support::durationText(value, digits, style);
    case Unit::Bytes:
        return support::bytesText(static_cast<std::uint64_t>(std::max(0.0, value)), style);
    case Unit::Flops:
        return support::workText(value, style);
    case Unit::FlopsPerSecond:
        return support::workRateText(value, style);
    case Unit::BytesPerSecond:
        return support::byteRateText(value, style);
    case Unit::Count:
        return support::numberText(value, digits, style);
    case Unit::Ratio:
        break;
    }
    // One decimal as in every table; the sign is the message.
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

} // namespace

std::string text(const Measurement& measurement, int digits, support::NumberStyle style)
{
    const std::string prefix = measurement.kind == MeasurementKind::Estimated ? "~" : "";
    // An interval wider than the value would round the value away: then both stand in their own
    // digits.
    if (measurement.unit == Unit::Nanoseconds && measurement.interval
        && measurement.interval->half() >= measurement.value)
        return prefix + support::durationText(measurement.value, digits, style) + " ± "
            + support::durationText(measurement.interval->half(), 2, style);
    if (measurement.unit == Unit::Nanoseconds && measurement.interval)
        return prefix
            + support::durationText(measurement.value, measurement.interval->half(), digits, style);
    return prefix + plainText(measurement.value, measurement.unit, digits, style);
}

std::string confidenceText(const Measurement& measurement)
{
    if (measurement.kind == MeasurementKind::Estimated)
        return "estimated";
    if (measurement.samples == 0)
        return measurement.kind == MeasurementKind::Measured ? "not measured" : "";
    if (measurement.interval)
        return "95 %, " + support::countOf(measurement.samples, "run", "runs");
    if (measurement.samples == 1)
        return "one run, error unknown";
    return "n = " + support::countText(measurement.samples);
}

} // namespace profiler
