#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

/// A time interval of a profile, in nanoseconds from the start of the recording.
struct TimeSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t lengthNs() const { return endNs - startNs; }
    bool operator==(const TimeSpan&) const = default;
};

/// The union of spans that are added in order of start: time that several of them cover counts
/// once.
class SpanUnion {
public:
    explicit SpanUnion(std::int64_t startNs)
        : m_startNs(startNs)
        , m_endNs(startNs)
    {
    }
    void add(const TimeSpan& span)
    {
        m_coveredNs += std::max<std::int64_t>(0, span.endNs - std::max(span.startNs, m_endNs));
        m_endNs = std::max(m_endNs, span.endNs);
    }
    std::int64_t coveredNs() const { return m_coveredNs; }
    std::int64_t gapsNs() const { return m_endNs - m_startNs - m_coveredNs; }
    std::int64_t endNs() const { return m_endNs; } ///< latest end

private:
    std::int64_t m_startNs;
    std::int64_t m_endNs;
    std::int64_t m_coveredNs = 0;
};

/// Convert a time to a pixel position and back. `pixels` is the width in which `view` is drawn.
/// Times outside the view give positions outside.
double pixelOf(const TimeSpan& view, double pixels, std::int64_t timeNs);
std::int64_t timeAt(const TimeSpan& view, double pixels, double x);

/// Returns the view after zooming by `factor` (2 = twice as near). The time `aroundNs` keeps its
/// position. The result is moved into `extent`, is not wider than `extent` and, if `extent` allows,
/// not narrower than 100 ns.
TimeSpan zoomed(const TimeSpan& view, const TimeSpan& extent, double factor, std::int64_t aroundNs);
/// Returns the view moved by `byNs`, but not out of `extent`.
TimeSpan panned(const TimeSpan& view, const TimeSpan& extent, std::int64_t byNs);

/// A tick of the ruler. Ticks are at multiples of 1, 2 or 5 times a power of ten nanoseconds after
/// `zeroNs`, at least `spacing` pixels apart.
struct Tick {
    std::int64_t timeNs = 0;
    double x = 0;
    std::string label; ///< `1.5 ms`, relative to `zeroNs`; all ticks of a ruler have the same unit
};
std::vector<Tick> ticksOf(
    const TimeSpan& view, double pixels, std::int64_t zeroNs = 0, double spacing = 70);

} // namespace profiler
