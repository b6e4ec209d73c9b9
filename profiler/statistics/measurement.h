#pragma once

#include "model/support/text.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace profiler {

enum class Unit { Nanoseconds, Ratio };

/// Converts a sum to a whole number: 0 if it is negative or NaN, the largest number if it is
/// beyond. Sums of numbers from a file may have any size.
inline std::uint64_t wholeOf(double sum)
{
    constexpr double beyond = 0x1p64;
    return sum >= beyond ? std::numeric_limits<std::uint64_t>::max()
        : sum > 0        ? static_cast<std::uint64_t>(sum)
                         : 0;
}

/// A confidence interval, 95 % unless stated otherwise.
struct Interval {
    double low = 0;
    double high = 0;
    double half() const { return (high - low) / 2; }
    bool operator==(const Interval&) const = default;
};

/// A figure with its unit and reliability. Views print figures from these, not bare numbers.
struct Measurement {
    double value = 0;
    Unit unit = Unit::Nanoseconds;
    std::optional<Interval> interval; ///< nothing = too few runs
    std::uint32_t samples = 0;
};

/// Returns `318 µs ± 4` if the interval is symmetric to the digit shown, otherwise both ends: `275
/// µs, 266 … 527`. Without interval `318 µs`; `+0.6 %` for ratios.
std::string text(const Measurement& measurement, int digits = 3,
    support::NumberStyle style = support::NumberStyle::Window);
/// Returns both ends with one unit and enough digits to differ: `266 … 527 µs`, in `timeUnit` if
/// given. Ratios: `-12 % … +40 %`.
std::string rangeText(const Interval& interval, Unit unit = Unit::Nanoseconds,
    support::NumberStyle style = support::NumberStyle::Window,
    std::optional<support::TimeUnit> timeUnit = std::nullopt);
/// Returns the table cell beside the value: the range, or `n = 3` without interval.
std::string intervalText(const Measurement& measurement,
    support::NumberStyle style = support::NumberStyle::Window,
    std::optional<support::TimeUnit> timeUnit = std::nullopt);
/// Returns a note on reliability: `95 %, 50 runs`, `n = 3`, `one run, error unknown`, `not
/// measured`.
support::Sentence confidenceText(const Measurement& measurement);

} // namespace profiler
