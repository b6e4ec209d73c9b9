#pragma once

#include "model/edit/quantise/quantise.h"

#include <array>
#include <cstdint>
#include <span>

namespace engine {

using model::edit::ActivationRange;

/// How the range of an activation follows from the numbers that were seen.
enum class RangeMethod {
    MinMax, ///< all of them
    Percentile, ///< without the most extreme ones
    Entropy, ///< the limit at which codes lose least of the distribution (Kullback–Leibler)
    LeastSquares, ///< the limits at which codes have the smallest squared error
};

struct RangeOptions {
    RangeMethod method = RangeMethod::MinMax;
    double percentile = 99.999; ///< of Percentile: per cent of the numbers inside
};

/// Counts numbers by magnitude, in one pass and constant memory. When a number does not fit, the
/// bins become twice as wide:
///
///     |x|:  0 ┄┄┄┄┄┄┄┄┄┄┄┄ limit          a number up to 2 · limit comes: pairs of bins are added,
///           [ 2,048 bins   ]              and the upper half is empty
///
/// Each sign has its own bins. Zeros are counted apart, since every code has an exact zero, and
/// smallest and largest number are exact.
class RangeHistogram {
public:
    static constexpr std::size_t bins = 2048;

    void add(std::span<const float> numbers);

    std::uint64_t count() const { return m_zeros + m_others; } ///< of finite numbers
    std::uint64_t notFinite() const { return m_notFinite; }
    double lowest() const { return m_lowest; }
    double highest() const { return m_highest; }

    /// The range for codes. Contains 0; 0 to 0 if nothing was counted.
    ActivationRange range(const RangeOptions& options) const;

private:
    using Counts = std::array<std::uint64_t, bins>;

    void widenTo(double magnitude);
    double binWidth() const { return m_limit / bins; }
    ActivationRange percentile(double share) const;
    ActivationRange entropy() const;
    ActivationRange leastSquares() const;

    Counts m_below {}; ///< of negative numbers, by magnitude
    Counts m_above {};
    std::uint64_t m_zeros = 0;
    std::uint64_t m_others = 0;
    std::uint64_t m_notFinite = 0;
    double m_limit = 0; ///< magnitude at the end of the last bin
    double m_lowest = 0;
    double m_highest = 0;
};

} // namespace engine
