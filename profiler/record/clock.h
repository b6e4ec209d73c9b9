#pragma once

#include <cstdint>
#include <string_view>

#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace profiler {

/// Time for spans: a counter of the processor that is read in a few nanoseconds, and what it takes
/// to turn its ticks into nanoseconds.
///
/// The counter (TSC on x86-64, CNTVCT on aarch64) is used only if it runs at a constant rate; on
/// x86-64 the kernel must trust it too. Else ticks are nanoseconds of CLOCK_MONOTONIC, which costs
/// about twice as much to read. The rate is not taken from tables (a virtual machine often has
/// none): pairs of (ticks, monotonic) are taken at the start and the end of a recording, each the
/// tightest of many, and give the slope.

enum class ClockSource { Monotonic, Tsc, ArmCounter };
std::string_view clockSourceName(ClockSource source);

/// The one to use on this machine; decided once.
ClockSource clockSource();

/// CLOCK_MONOTONIC: the clock that traces of other tools are aligned to.
inline std::uint64_t monotonicNs()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u
        + static_cast<std::uint64_t>(now.tv_nsec);
}

/// Reads the counter of the given source. Not serialising: instructions around it may move by some
/// tens of cycles, operators take microseconds.
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

/// The same moment on both clocks, known to about `bracketTicks`.
struct ClockPair {
    std::uint64_t ticks = 0;
    std::uint64_t ns = 0; ///< CLOCK_MONOTONIC
    std::uint64_t bracketTicks = 0;
};
ClockPair takeClockPair(ClockSource source);

/// From ticks to nanoseconds of CLOCK_MONOTONIC.
class ClockScale {
public:
    ClockScale() = default;
    /// Slope between two pairs; they should be a millisecond or more apart.
    ClockScale(ClockSource source, const ClockPair& start, const ClockPair& stop);

    std::int64_t toNs(std::uint64_t ticks) const;
    /// Length of an interval.
    std::int64_t lengthNs(std::uint64_t ticks) const;
    double hertz() const { return 1e9 / m_nsPerTick; }

private:
    std::uint64_t m_zeroTicks = 0;
    std::uint64_t m_zeroNs = 0;
    double m_nsPerTick = 1;
};

/// Pairs 1 ms apart: good to about a millionth. Waits for that millisecond.
ClockScale calibrateClock(ClockSource source);

/// Nanoseconds that one reading takes on this machine now (best of several).
double measureReadCost(ClockSource source);

} // namespace profiler
