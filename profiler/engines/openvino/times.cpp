#include "profiler/engines/openvino/times.h"

#include <algorithm>

namespace profiler::openvino {

namespace {

/// Larger means are an error of the library: they would overflow (292 years).
constexpr std::int64_t maxMeanUs = 1'000'000'000'000;

} // namespace

std::int64_t SingleRunTimes::next(std::int64_t meanUs)
{
    ++m_runs;
    const auto mean = std::clamp<std::int64_t>(meanUs, 0, maxMeanUs / m_runs);
    const auto least = mean * m_runs * 1000;
    const auto most = least + (m_runs - 1) * 1000;
    const auto usual = m_runs > 2 ? (m_totalNs - m_firstNs) / (m_runs - 2) : 0;
    // A total below the one before it is an error of the library: the run then takes no time.
    const auto total = std::max(std::clamp(m_totalNs + usual, least, most), m_totalNs);
    const auto duration = total - m_totalNs;
    m_totalNs = total;
    if (m_runs == 1)
        m_firstNs = duration;
    return duration;
}

} // namespace profiler::openvino
