#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace profiler {

/// Counts of durations in buckets whose width grows with the value, so that percentiles of any
/// number of requests take little memory and a known error.
///
///     ns       0 1 2 … 2047 | 2048 2050 … 4094 | 4096 4100 … 8188 | …
///     width    1            | 2                | 4                | …
///
/// Below 2048 ns each value has a bucket; above, each power of two is divided into 1024. So a
/// bucket is at most 1/1024 of its values wide, and every percentile has three correct digits.
/// Adding costs a few ns. Source: G. Tene, HdrHistogram (http://hdrhistogram.org).
class LatencyHistogram {
public:
    /// Negative durations count as 0.
    void add(std::int64_t ns);

    std::uint64_t count() const { return m_count; }
    std::int64_t min() const { return m_min; } ///< exact; 0 without values
    std::int64_t max() const { return m_max; } ///< exact; 0 without values
    double mean() const; ///< exact; 0 without values
    /// Returns the value that `fraction` (0..1) of the values do not exceed (nearest rank), at most
    /// 0.1 % above it and never below; 0 without values.
    std::int64_t percentile(double fraction) const;

    /// Calls `visit(bucket, count)` for the buckets that are not empty, in order.
    void visit(const std::function<void(std::size_t, std::uint64_t)>& visit) const;
    double sum() const { return m_sum; }
    /// Number of buckets that values of 63 bits need.
    static constexpr std::size_t bucketLimit = 2048 + 52 * 1024;
    static std::size_t bucketOf(std::int64_t ns);
    static std::int64_t lowest(std::size_t bucket);
    static std::int64_t highest(std::size_t bucket);

    struct Bucket {
        std::size_t bucket = 0;
        std::uint64_t count = 0;
    };
    /// Makes a histogram of stored parts. Buckets beyond the limit are left out. `min` and `max`
    /// are moved into the first and the last bucket if they are not in them.
    static LatencyHistogram of(
        const std::vector<Bucket>& buckets, std::int64_t min, std::int64_t max, double sum);

private:
    std::vector<std::uint64_t> m_counts; // by bucket, up to the last one in use
    std::uint64_t m_count = 0;
    std::int64_t m_min = 0;
    std::int64_t m_max = 0;
    double m_sum = 0;
};

/// Returns how many independent values are needed to say something about the percentile `fraction`:
/// so many that the 95 % interval by order statistics has an upper end, which is the case if all
/// values lie below the percentile with a probability of at most 0.025. 6 for the median, 368 for
/// p99, 3,688 for p99.9.
std::uint64_t valuesNeeded(double fraction);

} // namespace profiler
