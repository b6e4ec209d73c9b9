#include "model/contents/tensor_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace model {

namespace {

// Takes about a millisecond; the stop token is polled once per chunk.
constexpr std::size_t chunkElements = 64 * 1024;
constexpr std::uint64_t exactElements = 4'000'000;
constexpr std::size_t fineBins = 16 * 1024; // for the percentiles of larger tensors

/// Calls `take(first, numbers)` for every chunk; returns false if stopped.
template <typename Take>
bool forEachChunk(const TensorElements& content, const std::stop_token& stop, Take&& take)
{
    std::vector<double> numbers(std::min<std::uint64_t>(content.count, chunkElements));
    for (std::uint64_t first = 0; first < content.count; first += numbers.size()) {
        if (stop.stop_requested())
            return false;
        const auto part = std::span(numbers).first(
            std::min<std::uint64_t>(numbers.size(), content.count - first));
        decode(content, first, part);
        take(first, std::span<const double>(part));
    }
    return true;
}

/// Mean and sum of squared deviations by Welford's algorithm, which is accurate for large means
/// too.
struct Moments {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0;

    void add(double number)
    {
        ++count;
        const double before = number - mean;
        mean += before / static_cast<double>(count);
        squares += before * (number - mean);
    }
};

struct FirstPass {
    TensorStatistics result;
    Moments moments;
    double largestMagnitude = -1;

    void add(std::uint64_t index, double number)
    {
        if (std::isnan(number)) {
            ++result.nans;
            return;
        }
        if (std::isinf(number)) {
            ++result.infinities;
            return;
        }
        if (moments.count == 0)
            result.smallest = result.largest = number;
        result.smallest = std::min(result.smallest, number);
        result.largest = std::max(result.largest, number);
        result.zeros += number == 0 ? 1 : 0;
        if (std::abs(number) > largestMagnitude) {
            largestMagnitude = std::abs(number);
            result.largestMagnitudeAt = index;
        }
        moments.add(number);
    }
};

std::size_t binOf(double number, const TensorStatistics& range, std::size_t bins)
{
    // Divided by two first: the range of doubles may exceed the largest double.
    const double width = range.largest / 2 - range.smallest / 2;
    const double position = width > 0 ? (number / 2 - range.smallest / 2) / width : 0;
    return std::min(bins - 1, static_cast<std::size_t>(position * static_cast<double>(bins)));
}

double exactPercentile(std::vector<double>& numbers, double fraction)
{
    const auto at = static_cast<std::ptrdiff_t>(
        std::lround(fraction * static_cast<double>(numbers.size() - 1)));
    std::nth_element(numbers.begin(), numbers.begin() + at, numbers.end());
    return numbers[static_cast<std::size_t>(at)];
}

double binnedPercentile(
    const std::vector<std::uint64_t>& bins, const TensorStatistics& range, double fraction)
{
    const auto wanted = static_cast<std::uint64_t>(fraction * static_cast<double>(range.finite));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        seen += bins[i];
        if (seen > wanted)
            return range.smallest + (static_cast<double>(i) + 0.5) * range.percentileStep;
    }
    return range.largest;
}

/// State of the second pass: the histogram, and for percentiles all numbers or a finer histogram.
struct SecondPass {
    TensorStatistics& result;
    bool isExact;
    std::vector<double> kept;
    std::vector<std::uint64_t> fine;

    explicit SecondPass(TensorStatistics& statistics)
        : result(statistics)
        , isExact(statistics.finite <= exactElements)
    {
        result.bins.assign(histogramBins, 0);
        isExact ? kept.reserve(result.finite) : fine.resize(fineBins);
    }

    void add(double number)
    {
        if (!std::isfinite(number))
            return;
        ++result.bins[binOf(number, result, histogramBins)];
        if (isExact)
            kept.push_back(number);
        else
            ++fine[binOf(number, result, fineBins)];
    }

    void finish()
    {
        result.percentileStep
            = isExact ? 0 : (result.largest - result.smallest) / static_cast<double>(fineBins);
        const std::array<std::pair<double, double*>, 3> wanted { { { 0.01, &result.p1 },
            { 0.5, &result.p50 }, { 0.99, &result.p99 } } };
        for (const auto& [fraction, target] : wanted)
            *target = isExact ? exactPercentile(kept, fraction)
                              : binnedPercentile(fine, result, fraction);
    }
};

} // namespace

support::Result<TensorStatistics> measureTensor(
    const TensorElements& content, std::stop_token stop, const support::Progress& progress)
{
    FirstPass first;
    auto& result = first.result;
    result.total = content.count;
    if (content.isText() || content.count == 0)
        return std::move(result);
    const auto reportDone = [&](std::uint64_t done) {
        if (progress)
            progress("reading elements", done, 2 * content.count);
    };
    const bool isRead
        = forEachChunk(content, stop, [&](std::uint64_t start, std::span<const double> numbers) {
              for (std::size_t i = 0; i < numbers.size(); ++i)
                  first.add(start + i, numbers[i]);
              reportDone(start + numbers.size());
          });
    if (!isRead)
        return support::Error("cancelled", support::ErrorKind::Cancelled);
    result.finite = first.moments.count;
    result.mean = first.moments.mean;
    if (result.finite == 0)
        return std::move(result);
    result.deviation = std::sqrt(first.moments.squares / static_cast<double>(result.finite));
    SecondPass second(result);
    const bool isReadAgain
        = forEachChunk(content, stop, [&](std::uint64_t start, std::span<const double> numbers) {
              for (const double number : numbers)
                  second.add(number);
              reportDone(content.count + start + numbers.size());
          });
    if (!isReadAgain)
        return support::Error("cancelled", support::ErrorKind::Cancelled);
    second.finish();
    return std::move(result);
}

} // namespace model
