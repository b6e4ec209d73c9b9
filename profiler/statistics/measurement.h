#pragma once

#include "model/support/text.h"

#include <cstdint>
#include <optional>
#include <string>

namespace profiler {

enum class Unit { Nanoseconds, Bytes, Flops, FlopsPerSecond, BytesPerSecond, Ratio, Count };

enum class MeasurementKind {
    Measured,
    Derived, ///< computed from measured and known figures
    Estimated, ///< from a model, not from a clock
    Imported, ///< another tool's word
};

/// 95 % unless it says else.
struct Interval {
    double low = 0;
    double high = 0;
    double half() const { return (high - low) / 2; }
    bool operator==(const Interval&) const = default;
};

/// A figure with what is known about it. No view prints a bare number where one of these exists.
struct Measurement {
    double value = 0;
    Unit unit = Unit::Nanoseconds;
    std::optional<Interval> interval; ///< nothing = not enough runs to say
    std::uint32_t samples = 0;
    MeasurementKind kind = MeasurementKind::Measured;
};

/// `318 µs ± 4` if the interval reaches as far down as up, to the digit shown; else both ends,
/// `275 µs, 266 … 527`; without interval `318 µs`; `+0.6 %` for ratios; estimated figures begin
/// with `~`.
std::string text(const Measurement& measurement, int digits = 3,
    support::NumberStyle style = support::NumberStyle::Window);
/// Both ends with one unit and as many digits as tell them apart: `266 … 527 µs`; in `timeUnit` if
/// one is given. Ratios: `-12 % … +40 %`.
std::string rangeText(const Interval& interval, Unit unit = Unit::Nanoseconds,
    support::NumberStyle style = support::NumberStyle::Window,
    std::optional<support::TimeUnit> timeUnit = std::nullopt);
/// A table's cell beside the value: the range; without one `n = 3`.
std::string intervalText(const Measurement& measurement,
    support::NumberStyle style = support::NumberStyle::Window,
    std::optional<support::TimeUnit> timeUnit = std::nullopt);
/// What stands beside it: `95 %, 50 runs`, `n = 3`, `one run, error unknown`, `not measured`.
std::string confidenceText(const Measurement& measurement);

} // namespace profiler
