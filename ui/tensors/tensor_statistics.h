#pragma once

#include "model/support/progress.h"
#include "ui/tensors/tensor_content.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace ui {

/// What all elements of a tensor have to say, NaN and infinite ones counted and left out of the
/// rest.
struct TensorStatistics {
    std::uint64_t total = 0;
    std::uint64_t finite = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double smallest = 0;
    double largest = 0;
    double mean = 0;
    double deviation = 0; ///< of the population
    double p1 = 0;
    double p50 = 0;
    double p99 = 0;
    /// Percentiles are read from a histogram with this step; 0 = exact.
    double percentileStep = 0;
    std::uint64_t largestMagnitudeAt = 0; ///< element index

    /// Counts of equal ranges from `smallest` to `largest`.
    std::vector<std::uint64_t> bins;
};

constexpr std::size_t histogramBins = 60;

/// Reads every element twice, a chunk at a time, so that memory stays bounded; percentiles are
/// exact up to four million elements. Fails only when stopped. Text tensors have only a total.
support::Result<TensorStatistics> measureTensor(const TensorContent& content,
    std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace ui
