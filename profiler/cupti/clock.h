#pragma once

#include "profiler/device/device_collector.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace profiler::cupti {

/// The clock that CUPTI is given: CLOCK_MONOTONIC, in nanoseconds.
std::uint64_t readMonotonic();
/// The one it takes by itself.
std::uint64_t readRealtime();

/// Whether `told` gives the time of `host`: the host's clock is read before and after it. Also
/// false if it cannot be read at all.
bool agrees(
    const std::function<bool(std::uint64_t& ns)>& told, const std::function<std::uint64_t()>& host);

/// How far CLOCK_REALTIME is ahead of CLOCK_MONOTONIC, sampled again and again.
///
/// Somebody may set the one of them; then the offset jumps, and each time is moved by the offset of
/// its own moment. Each sample is the tightest of five readings between two of the other clock;
/// half the width of that is how well it is known.
class ClockOffset {
public:
    using Read = std::function<std::uint64_t()>;
    ClockOffset();
    /// For tests: other clocks.
    ClockOffset(Read monotonic, Read realtime);

    /// Any thread.
    void sample();
    std::int64_t toMonotonic(std::int64_t realtimeNs) const;
    /// Worst of the samples.
    std::int64_t errorNs() const;
    /// Samples that differ by more than 2 µs from the one before.
    std::uint32_t steps() const;

private:
    struct Sample {
        std::int64_t realtimeNs;
        std::int64_t offsetNs;
    };
    Read m_monotonic;
    Read m_realtime;
    mutable std::mutex m_mutex; // guards all below
    std::vector<Sample> m_samples; // by time of sampling
    bool m_isAscending = true; // nobody set the clock back
    std::int64_t m_errorNs = 0;
    std::uint32_t m_steps = 0;
};

} // namespace profiler::cupti
