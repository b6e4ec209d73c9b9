#include "model/contents/channel_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace model {

namespace {

constexpr std::uint64_t keptNumbers = 8'000'000;

/// Sets the percentiles. Each search continues in the part that the one before has left.
void findPercentiles(std::vector<double>& numbers, ChannelStatistics& statistics)
{
    const auto begin = numbers.begin();
    const auto last = static_cast<double>(numbers.size() - 1);
    const auto at = [&](double share) { return begin + std::lround(share * last); };
    const auto find = [&](auto from, double share, auto to) {
        const auto place = at(share);
        std::nth_element(from, place, to);
        return *place;
    };
    statistics.p50 = find(begin, 0.5, numbers.end());
    statistics.p25 = find(begin, 0.25, at(0.5) + 1);
    statistics.p1 = find(begin, 0.01, at(0.25) + 1);
    statistics.p75 = find(at(0.5), 0.75, numbers.end());
    statistics.p99 = find(at(0.75), 0.99, numbers.end());
}

} // namespace

double ChannelStatistics::largestMagnitude() const
{
    return std::max(std::abs(smallest), std::abs(largest));
}

ChannelCounter::ChannelCounter(std::uint64_t total)
    : m_stride((total + keptNumbers - 1) / keptNumbers)
{
    m_stride = std::max<std::uint64_t>(m_stride, 1);
    m_result.total = total;
    m_kept.reserve(total / m_stride + 1);
}

void ChannelCounter::add(double number)
{
    const auto index = m_seen++;
    if (!std::isfinite(number)) {
        ++(std::isnan(number) ? m_result.nans : m_result.infinities);
        return;
    }
    if (m_finite == 0)
        m_result.smallest = m_result.largest = number;
    m_result.smallest = std::min(m_result.smallest, number);
    m_result.largest = std::max(m_result.largest, number);
    m_result.zeros += number == 0 ? 1 : 0;
    const auto magnitude = std::abs(number);
    if (magnitude > m_largestMagnitude) {
        m_result.secondLargestMagnitude = std::max(m_largestMagnitude, 0.0);
        m_largestMagnitude = magnitude;
        m_result.largestMagnitudeAt = index;
    } else {
        m_result.secondLargestMagnitude = std::max(m_result.secondLargestMagnitude, magnitude);
    }
    ++m_finite;
    const auto distance = number - m_mean;
    m_mean += distance / static_cast<double>(m_finite);
    m_squares += distance * (number - m_mean);
    if (index % m_stride == 0)
        m_kept.push_back(number);
}

ChannelStatistics ChannelCounter::result()
{
    m_result.mean = m_mean;
    if (m_finite > 0)
        m_result.deviation = std::sqrt(m_squares / static_cast<double>(m_finite));
    if (!m_kept.empty())
        findPercentiles(m_kept, m_result);
    return m_result;
}

support::Result<std::vector<ChannelStatistics>> measureChannels(const TensorElements& content,
    const ChannelView& view, std::stop_token stop, const support::Progress& progress)
{
    std::vector<ChannelStatistics> channels(view.perChannel() == 0 ? 0 : view.channels);
    if (content.isText())
        return std::vector<ChannelStatistics>();
    std::optional<ChannelCounter> counter;
    const auto take = [&](const ChannelPart& part) {
        if (!counter)
            counter.emplace(view.perChannel());
        counter->add(part.numbers);
        if (!part.isLast)
            return;
        channels[part.channel] = counter->result();
        counter.reset();
    };
    if (!forEachChannel(content, view, 0, view.channels, stop, take, progress))
        return support::Error("cancelled", support::ErrorKind::Cancelled);
    return channels;
}

support::Result<Histogram> countInBins(const TensorElements& content, const ChannelView& view,
    std::optional<std::uint64_t> channel, double low, double high, std::size_t bins,
    std::stop_token stop)
{
    Histogram histogram { low, high, std::vector<std::uint64_t>(bins), 0, 0 };
    // Divided by two first: the range of doubles may exceed the largest double.
    const auto width = high / 2 - low / 2;
    const auto take = [&](const ChannelPart& part) {
        for (const auto number : part.numbers) {
            if (!std::isfinite(number)) {
                ++histogram.notFinite;
            } else if (number < low || number > high) {
                ++histogram.outside;
            } else {
                const auto place = width > 0 ? (number / 2 - low / 2) / width : 0;
                ++histogram.counts[std::min(
                    bins - 1, static_cast<std::size_t>(place * static_cast<double>(bins)))];
            }
        }
    };
    if (!forEachChannel(
            content, view, channel.value_or(0), channel ? *channel + 1 : view.channels, stop, take))
        return support::Error("cancelled", support::ErrorKind::Cancelled);
    return histogram;
}

} // namespace model
