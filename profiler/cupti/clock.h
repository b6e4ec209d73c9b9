#pragma once

#include "profiler/device/device_collector.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace profiler::cupti {

/// CLOCK_MONOTONIC in nanoseconds. This clock is registered with CUPTI.
std::uint64_t readMonotonic();
/// CLOCK_REALTIME in nanoseconds. CUPTI uses this clock if none is registered.
std::uint64_t readRealtime();

/// Whether `told` reads the same clock as `host`: its value must lie between two readings of
/// `host`. False if `told` cannot be read.
bool agrees(
    const std::function<bool(std::uint64_t& ns)>& told, const std::function<std::uint64_t()>& host);

/// The offset of CLOCK_REALTIME to CLOCK_MONOTONIC, sampled repeatedly.
///
/// CLOCK_REALTIME may be set during a recording. Then the offset jumps, so each time is converted
/// with the offset of its own moment. One sample makes five attempts; each reads CLOCK_REALTIME
/// between two readings of CLOCK_MONOTONIC. The attempt with the smallest distance between those
/// two counts, and half of that distance is its error.
class ClockOffset {
public:
    using Read = std::function<std::uint64_t()>;
    ClockOffset();
    /// Takes other clocks, for tests.
    ClockOffset(Read monotonic, Read realtime);

    /// Adds a sample. Any thread, as all functions here.
    void sample();
    /// Converts a time with the last sample before it, else the first sample; without samples the
    /// time is returned unchanged.
    std::int64_t toMonotonic(std::int64_t realtimeNs) const;
    /// The largest error of all samples.
    std::int64_t errorNs() const;
    /// How many samples differ by more than 2 µs from the one before.
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
    bool m_isAscending = true; // CLOCK_REALTIME was never set back
    std::int64_t m_errorNs = 0;
    std::uint32_t m_steps = 0;
};

} // namespace profiler::cupti
