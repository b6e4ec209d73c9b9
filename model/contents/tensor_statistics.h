#pragma once

#include "model/contents/tensor_elements.h"
#include "model/support/progress.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace model {

/// Statistics of all elements of a tensor. NaN and infinities are counted, and excluded from the
/// other figures.
struct TensorStatistics {
    std::uint64_t total = 0;
    std::uint64_t finite = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double smallest = 0;
    double largest = 0;
    double mean = 0;
    double deviation = 0; ///< standard deviation of the population
    double p1 = 0;
    double p50 = 0;
    double p99 = 0;
    /// Bin width of the histogram that the percentiles are taken from; 0 = exact.
    double percentileStep = 0;
    std::uint64_t largestMagnitudeAt = 0; ///< element index

    /// Counts of bins of equal width from `smallest` to `largest`.
    std::vector<std::uint64_t> bins;
};

constexpr std::size_t histogramBins = 60;

/// Reads every element twice, in chunks, so that memory stays bounded. Percentiles are exact up to
/// four million elements. Fails only if stopped. For string tensors only `total` is set.
support::Result<TensorStatistics> measureTensor(const TensorElements& content,
    std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace model
