#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

/// An interval of a profile, nanoseconds from the start of the recording.
struct TimeSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t lengthNs() const { return endNs - startNs; }
    bool operator==(const TimeSpan&) const = default;
};

/// From a time to a pixel and back. `pixels` is the width that the span is drawn in; times outside
/// give positions outside.
double pixelOf(const TimeSpan& view, double pixels, std::int64_t timeNs);
std::int64_t timeAt(const TimeSpan& view, double pixels, double x);

/// The view after zooming by `factor` (2 = twice as near) around a time that keeps its place; not
/// wider than `whole`, not narrower than 100 ns, moved into `whole`.
TimeSpan zoomed(const TimeSpan& view, const TimeSpan& whole, double factor, std::int64_t aroundNs);
TimeSpan panned(const TimeSpan& view, const TimeSpan& whole, std::int64_t byNs);

/// Ticks of the ruler: multiples of 1, 2 or 5 times a power of ten, at least `spacing` pixels
/// apart.
struct Tick {
    std::int64_t timeNs = 0;
    double x = 0;
    std::string label; ///< `1.5 ms`; all ticks of a ruler in one unit, relative to `zeroNs`
};
std::vector<Tick> ticksOf(
    const TimeSpan& view, double pixels, std::int64_t zeroNs = 0, double spacing = 70);

} // namespace profiler
