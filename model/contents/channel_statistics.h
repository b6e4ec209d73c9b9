#pragma once

#include "model/contents/channels.h"

namespace model {

/// Statistics of the numbers of one channel. NaN and infinities are counted, and excluded from the
/// other figures.
struct ChannelStatistics {
    std::uint64_t total = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double smallest = 0;
    double largest = 0;
    double mean = 0;
    double deviation = 0; ///< standard deviation of the population
    double p1
        = 0; ///< percentiles: the number at position round(p · (count − 1)) of the sorted ones
    double p25 = 0;
    double p50 = 0;
    double p75 = 0;
    double p99 = 0;
    double secondLargestMagnitude = 0; ///< largest magnitude without the most extreme number
    std::uint64_t largestMagnitudeAt = 0; ///< index in the channel
    std::uint64_t finite() const { return total - nans - infinities; }
    double largestMagnitude() const;
};

/// Collects the statistics of one channel. For percentiles, every n-th number of a channel with
/// more than eight million is kept, with the smallest n that suffices.
class ChannelCounter {
public:
    explicit ChannelCounter(std::uint64_t total);

    void add(double number);
    void add(std::span<const double> numbers)
    {
        for (const auto number : numbers)
            add(number);
    }
    ChannelStatistics result();

private:
    ChannelStatistics m_result;
    std::uint64_t m_stride = 1; ///< every n-th number is kept
    std::uint64_t m_seen = 0;
    std::uint64_t m_finite = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squared distances from the mean (Welford)
    double m_largestMagnitude = -1;
    std::vector<double> m_kept;
};

/// Statistics of all channels. Reads every element once; fails only if stopped.
support::Result<std::vector<ChannelStatistics>> measureChannels(const TensorElements& content,
    const ChannelView& view, std::stop_token stop = {}, const support::Progress& progress = {});

/// Counts of numbers in bins of equal width. Several tensors counted over the same range can be
/// drawn over each other.
struct Histogram {
    double low = 0;
    double high = 0;
    std::vector<std::uint64_t> counts; ///< the last bin contains `high`
    std::uint64_t outside = 0; ///< finite numbers below `low` or above `high`
    std::uint64_t notFinite = 0;
};

/// Counts the elements of a channel, or of all channels. Fails only if stopped.
support::Result<Histogram> countInBins(const TensorElements& content, const ChannelView& view,
    std::optional<std::uint64_t> channel, double low, double high, std::size_t bins,
    std::stop_token stop = {});

} // namespace model
