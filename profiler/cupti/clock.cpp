#include "profiler/cupti/clock.h"

#include <ctime>

#include <algorithm>
#include <limits>

namespace profiler::cupti {

namespace {

constexpr std::int64_t stepNs = 2000;
constexpr int readings = 5;

std::uint64_t read(clockid_t clock)
{
    timespec now {};
    clock_gettime(clock, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u
        + static_cast<std::uint64_t>(now.tv_nsec);
}

} // namespace

std::uint64_t readMonotonic() { return read(CLOCK_MONOTONIC); }
std::uint64_t readRealtime() { return read(CLOCK_REALTIME); }

bool agrees(
    const std::function<bool(std::uint64_t& ns)>& told, const std::function<std::uint64_t()>& host)
{
    std::uint64_t between = 0;
    const auto before = host();
    if (!told(between))
        return false;
    return before <= between && between <= host();
}

ClockOffset::ClockOffset()
    : ClockOffset(readMonotonic, readRealtime)
{
}

ClockOffset::ClockOffset(Read monotonic, Read realtime)
    : m_monotonic(std::move(monotonic))
    , m_realtime(std::move(realtime))
{
}

void ClockOffset::sample()
{
    auto width = std::numeric_limits<std::int64_t>::max();
    Sample best {};
    for (int i = 0; i < readings; ++i) {
        const auto before = static_cast<std::int64_t>(m_monotonic());
        const auto realtime = static_cast<std::int64_t>(m_realtime());
        const auto after = static_cast<std::int64_t>(m_monotonic());
        if (after - before >= width)
            continue;
        width = after - before;
        best = { realtime, realtime - (before + width / 2) };
    }
    const std::scoped_lock lock(m_mutex);
    m_errorNs = std::max(m_errorNs, (width + 1) / 2);
    if (!m_samples.empty() && std::abs(best.offsetNs - m_samples.back().offsetNs) > stepNs)
        ++m_steps;
    m_isAscending
        = m_isAscending && (m_samples.empty() || m_samples.back().realtimeNs <= best.realtimeNs);
    m_samples.push_back(best);
}

std::int64_t ClockOffset::toMonotonic(std::int64_t realtimeNs) const
{
    const std::scoped_lock lock(m_mutex);
    if (m_samples.empty())
        return realtimeNs;
    if (m_isAscending) {
        const auto after = std::ranges::upper_bound(m_samples, realtimeNs, {}, &Sample::realtimeNs);
        return realtimeNs - (after == m_samples.begin() ? *after : *std::prev(after)).offsetNs;
    }
    // A clock that was set back shows some times twice. The newest sample that is not after
    // `realtimeNs` is used.
    for (auto sample = m_samples.rbegin(); sample != m_samples.rend(); ++sample) {
        if (sample->realtimeNs <= realtimeNs)
            return realtimeNs - sample->offsetNs;
    }
    return realtimeNs - m_samples.front().offsetNs;
}

std::int64_t ClockOffset::errorNs() const
{
    const std::scoped_lock lock(m_mutex);
    return m_errorNs;
}

std::uint32_t ClockOffset::steps() const
{
    const std::scoped_lock lock(m_mutex);
    return m_steps;
}

} // namespace profiler::cupti
