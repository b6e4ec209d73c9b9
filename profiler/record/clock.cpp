#include "profiler/record/clock.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace profiler {
namespace {

#if defined(__x86_64__)
bool hasInvariantTsc()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
}

/// The kernel compares the counters of all cores at boot and does not use them if they disagree.
bool kernelTrustsTsc()
{
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    return file >> name && name == "tsc";
}
#endif

ClockSource detectSource()
{
#if defined(__x86_64__)
    if (hasInvariantTsc() && kernelTrustsTsc())
        return ClockSource::Tsc;
#elif defined(__aarch64__)
    return ClockSource::ArmCounter;
#endif
    return ClockSource::Monotonic;
}

} // namespace

std::string_view clockSourceName(ClockSource source)
{
    static constexpr std::array<std::string_view, 3> names { "monotonic", "tsc", "cntvct" };
    return names[static_cast<std::size_t>(source)];
}

ClockSource clockSource()
{
    static const auto source = detectSource();
    return source;
}

ClockPair takeClockPair(ClockSource source)
{
    ClockPair best;
    best.bracketTicks = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 50; ++i) {
        const auto before = readTicks(source);
        const auto ns = monotonicNs();
        const auto after = readTicks(source);
        if (after - before < best.bracketTicks)
            best = { before + (after - before) / 2, ns, after - before };
    }
    return best;
}

ClockScale::ClockScale(ClockSource source, const ClockPair& start, const ClockPair& stop)
    : m_zeroTicks(start.ticks)
    , m_zeroNs(start.ns)
{
    if (source == ClockSource::Monotonic || stop.ticks <= start.ticks)
        return;
    m_nsPerTick
        = static_cast<double>(stop.ns - start.ns) / static_cast<double>(stop.ticks - start.ticks);
}

std::int64_t ClockScale::lengthNs(std::uint64_t ticks) const
{
    return std::llround(static_cast<double>(ticks) * m_nsPerTick);
}

std::int64_t ClockScale::toNs(std::uint64_t ticks) const
{
    // The difference is small enough for a double to keep it exact to the nanosecond for days.
    const auto difference = static_cast<std::int64_t>(ticks - m_zeroTicks);
    return static_cast<std::int64_t>(m_zeroNs)
        + std::llround(static_cast<double>(difference) * m_nsPerTick);
}

ClockScale calibrateClock(ClockSource source)
{
    const auto start = takeClockPair(source);
    while (monotonicNs() - start.ns < 1'000'000) { }
    return { source, start, takeClockPair(source) };
}

double measureReadCost(ClockSource source)
{
    constexpr int readings = 1000;
    double best = std::numeric_limits<double>::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        const auto start = monotonicNs();
        std::uint64_t sum = 0;
        for (int i = 0; i < readings; ++i)
            sum += readTicks(source);
        const auto stop = monotonicNs();
        if (sum != 0)
            best = std::min(best, static_cast<double>(stop - start) / readings);
    }
    return best;
}

} // namespace profiler
