#pragma once

#include <cstdint>
#include <string_view>

#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace profiler {

/// Clock for spans: a processor counter that is read in a few nanoseconds, and the conversion of
/// its ticks to nanoseconds.
///
/// The counter (TSC on x86-64, CNTVCT on aarch64) is used only if it runs at a constant rate. On
/// x86-64 the kernel must trust it too. Otherwise ticks are nanoseconds of CLOCK_MONOTONIC, which
/// takes about twice as long to read.
/// The rate is measured, because processors in virtual machines often do not report it. Pairs of
/// (ticks, monotonic) are taken at the start and the end of a recording. Each is the pair with the
/// shortest bracket out of many, and the two give the slope.

enum class ClockSource { Monotonic, Tsc, ArmCounter };
std::string_view clockSourceName(ClockSource source);

/// Returns the source to use on this machine; decided once.
ClockSource clockSource();

/// Reads CLOCK_MONOTONIC, the clock to which traces of other tools are aligned.
inline std::uint64_t monotonicNs()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u
        + static_cast<std::uint64_t>(now.tv_nsec);
}

/// Reads the counter of the given source. The read does not serialise: instructions may be
/// reordered around it by some tens of cycles. Operators take microseconds.
inline std::uint64_t readTicks(ClockSource source)
{
#if defined(__x86_64__)
    if (source == ClockSource::Tsc) [[likely]]
        return __rdtsc();
#elif defined(__aarch64__)
    if (source == ClockSource::ArmCounter) [[likely]] {
        std::uint64_t ticks = 0;
        asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return monotonicNs();
}

/// The same moment on both clocks, exact to about `bracketTicks`.
struct ClockPair {
    std::uint64_t ticks = 0;
    std::uint64_t ns = 0; ///< CLOCK_MONOTONIC
    std::uint64_t bracketTicks = 0;
};
ClockPair takeClockPair(ClockSource source);

/// Converts ticks to nanoseconds of CLOCK_MONOTONIC.
class ClockScale {
public:
    ClockScale() = default;
    /// Takes the slope between two pairs, which should be a millisecond or more apart.
    ClockScale(ClockSource source, const ClockPair& start, const ClockPair& stop);

    std::int64_t toNs(std::uint64_t ticks) const;
    /// Converts the length of an interval.
    std::int64_t lengthNs(std::uint64_t ticks) const;
    double hertz() const { return 1e9 / m_nsPerTick; }

private:
    std::uint64_t m_zeroTicks = 0;
    std::uint64_t m_zeroNs = 0;
    double m_nsPerTick = 1;
};

/// Returns a scale from two pairs 1 ms apart, exact to about a millionth. Busy-waits for that
/// millisecond.
ClockScale calibrateClock(ClockSource source);

/// Returns the nanoseconds that one reading takes on this machine now, the best of several tries.
double measureReadCost(ClockSource source);

} // namespace profiler
