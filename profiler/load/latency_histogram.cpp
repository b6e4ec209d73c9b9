#include "profiler/load/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace profiler {
namespace {

constexpr std::uint64_t single = 2048; // values with a bucket of their own
constexpr std::uint64_t perPower = single / 2;

/// Power of two that the buckets of a range are wide, and the first value in units of it.
struct BucketPlace {
    unsigned shift = 0;
    std::uint64_t units = 0;
};

BucketPlace placeOf(std::size_t bucket)
{
    if (bucket < single)
        return { 0, bucket };
    const auto above = bucket - single;
    return { static_cast<unsigned>(above / perPower) + 1, perPower + above % perPower };
}

} // namespace

std::size_t LatencyHistogram::bucketOf(std::int64_t ns)
{
    const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
    if (value < single)
        return value;
    const auto shift = static_cast<unsigned>(std::bit_width(value) - std::bit_width(perPower));
    return single + (shift - 1) * perPower + ((value >> shift) - perPower);
}

std::int64_t LatencyHistogram::lowest(std::size_t bucket)
{
    const auto [shift, units] = placeOf(bucket);
    return static_cast<std::int64_t>(units << shift);
}

std::int64_t LatencyHistogram::highest(std::size_t bucket)
{
    const auto [shift, units] = placeOf(bucket);
    return static_cast<std::int64_t>(((units + 1) << shift) - 1);
}

void LatencyHistogram::add(std::int64_t ns)
{
    const auto value = std::max<std::int64_t>(ns, 0);
    const auto bucket = bucketOf(value);
    if (bucket >= m_counts.size())
        m_counts.resize(bucket + 1);
    ++m_counts[bucket];
    m_min = m_count == 0 ? value : std::min(m_min, value);
    m_max = std::max(m_max, value);
    m_sum += static_cast<double>(value);
    ++m_count;
}

double LatencyHistogram::mean() const
{
    return m_count > 0 ? m_sum / static_cast<double>(m_count) : 0;
}

std::int64_t LatencyHistogram::percentile(double fraction) const
{
    if (m_count == 0)
        return 0;
    // The product may be a little above a whole number because of rounding: 0.999 × 1000.
    constexpr double rounding = 1e-9;
    const auto exact = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(m_count);
    const auto rank = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::ceil(exact * (1 - rounding))), 1, m_count);
    std::uint64_t seen = 0;
    for (std::size_t bucket = 0; bucket < m_counts.size(); ++bucket) {
        seen += m_counts[bucket];
        if (seen >= rank)
            return std::clamp(highest(bucket), m_min, m_max);
    }
    return m_max;
}

void LatencyHistogram::visit(const std::function<void(std::size_t, std::uint64_t)>& visit) const
{
    for (std::size_t bucket = 0; bucket < m_counts.size(); ++bucket)
        if (m_counts[bucket] > 0)
            visit(bucket, m_counts[bucket]);
}

LatencyHistogram LatencyHistogram::of(
    const std::vector<Bucket>& buckets, std::int64_t min, std::int64_t max, double sum)
{
    LatencyHistogram histogram;
    for (const auto& [bucket, count] : buckets) {
        const auto room = std::numeric_limits<std::uint64_t>::max() - histogram.m_count;
        if (bucket >= bucketLimit || count == 0 || count > room)
            continue;
        if (bucket >= histogram.m_counts.size())
            histogram.m_counts.resize(bucket + 1);
        histogram.m_counts[bucket] += count;
        histogram.m_count += count;
    }
    if (histogram.m_count == 0)
        return histogram;
    std::size_t first = 0;
    while (histogram.m_counts[first] == 0)
        ++first;
    const auto last = histogram.m_counts.size() - 1;
    histogram.m_min = std::clamp(min, lowest(first), highest(first));
    histogram.m_max = std::max(histogram.m_min, std::clamp(max, lowest(last), highest(last)));
    histogram.m_sum = std::isfinite(sum) && sum >= 0 ? sum : 0;
    return histogram;
}

std::uint64_t valuesNeeded(double fraction)
{
    constexpr double tail = 0.025;
    if (fraction <= 0 || fraction >= 1)
        return 1;
    return static_cast<std::uint64_t>(std::ceil(std::log(tail) / std::log(fraction)));
}

} // namespace profiler
