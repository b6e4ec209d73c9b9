#include "engine/calibrate/range_histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engine {

namespace {

using Counts = std::array<std::uint64_t, RangeHistogram::bins>;

/// Kullback–Leibler divergence of the first `used` bins, with what lies beyond added to the last of
/// them, from the same bins when only `levels` magnitudes remain. Source: Migacz, 8-bit Inference
/// with TensorRT, GTC 2017.
double divergence(const std::vector<double>& counts, std::size_t used, std::size_t levels)
{
    double total = 0;
    double beyond = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        if (i >= used)
            beyond += counts[i];
    }
    if (total <= 0 || total == beyond)
        return std::numeric_limits<double>::infinity();
    const auto inside = total - beyond;
    double result = 0;
    for (std::size_t level = 0; level < levels; ++level) {
        const auto first = level * used / levels;
        const auto end = (level + 1) * used / levels;
        double sum = 0;
        std::size_t present = 0;
        for (auto i = first; i < end; ++i) {
            sum += counts[i];
            present += counts[i] > 0 ? 1 : 0;
        }
        for (auto i = first; i < end; ++i) {
            const auto p = (counts[i] + (i + 1 == used ? beyond : 0)) / total;
            const auto q = counts[i] > 0 ? sum / static_cast<double>(present) / inside : 0;
            if (p > 0)
                result += p * std::log(p / std::max(q, 1e-12));
        }
    }
    return result;
}

/// The squared error of the numbers of one sign that lie beyond `limit`.
double clippedError(const Counts& counts, double width, double limit)
{
    double error = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto excess = (static_cast<double>(i) + 0.5) * width - limit;
        if (counts[i] > 0 && excess > 0)
            error += static_cast<double>(counts[i]) * excess * excess;
    }
    return error;
}

} // namespace

void RangeHistogram::widenTo(double magnitude)
{
    if (m_limit == 0) {
        m_limit = magnitude;
        return;
    }
    while (m_limit < magnitude) {
        for (auto* const counts : { &m_below, &m_above }) {
            for (std::size_t i = 0; i < bins / 2; ++i)
                (*counts)[i] = (*counts)[2 * i] + (*counts)[2 * i + 1];
            std::fill(counts->begin() + bins / 2, counts->end(), 0);
        }
        m_limit *= 2;
    }
}

void RangeHistogram::add(std::span<const float> numbers)
{
    float least = 0;
    float greatest = 0;
    for (const auto number : numbers) {
        if (!std::isfinite(number))
            continue;
        least = std::min(least, number);
        greatest = std::max(greatest, number);
    }
    m_lowest = std::min(m_lowest, double(least));
    m_highest = std::max(m_highest, double(greatest));
    // Below this, the width of a bin would not be a normal number.
    constexpr double smallest = 1e-30;
    if (const auto largest = std::max(-least, greatest); largest > 0)
        widenTo(std::max(double(largest), smallest));
    const auto perUnit = m_limit > 0 ? bins / m_limit : 0;
    for (const auto number : numbers) {
        if (number == 0) {
            ++m_zeros;
        } else if (std::isfinite(number)) {
            const auto bin = static_cast<std::size_t>(std::abs(double(number)) * perUnit);
            ++(number < 0 ? m_below : m_above)[std::min(bin, bins - 1)];
            ++m_others;
        } else {
            ++m_notFinite;
        }
    }
}

ActivationRange RangeHistogram::range(const RangeOptions& options) const
{
    if (m_others == 0)
        return {};
    switch (options.method) {
    case RangeMethod::MinMax:
        break;
    case RangeMethod::Percentile:
        return percentile(options.percentile / 100);
    case RangeMethod::Entropy:
        return entropy();
    case RangeMethod::LeastSquares:
        return leastSquares();
    }
    return { m_lowest, m_highest };
}

ActivationRange RangeHistogram::percentile(double share) const
{
    // The end of the outermost bin that must stay, from the outside inwards.
    const auto cut = static_cast<double>(count()) * (1 - share) / 2;
    const auto limitOf = [&](const Counts& counts) {
        double beyond = 0;
        for (auto i = bins; i-- > 0;) {
            beyond += static_cast<double>(counts[i]);
            if (beyond > cut)
                return (static_cast<double>(i) + 1) * binWidth();
        }
        return 0.0;
    };
    return { std::max(m_lowest, -limitOf(m_below)), std::min(m_highest, limitOf(m_above)) };
}

ActivationRange RangeHistogram::entropy() const
{
    // Bins with few numbers tell more of chance than of the distribution: they are joined.
    constexpr std::uint64_t enough = 64;
    std::size_t joined = 1;
    while (joined < bins && m_others * joined < enough * bins)
        joined *= 2;
    std::vector<double> counts(bins / joined);
    for (std::size_t i = 0; i < bins; ++i)
        counts[i / joined] += static_cast<double>(m_below[i] + m_above[i]);
    const std::size_t levels = m_lowest < 0 ? 128 : 256;
    const auto step = std::max<std::size_t>(counts.size() / 128, 1);
    auto best = counts.size();
    auto least = std::numeric_limits<double>::infinity();
    for (auto used = counts.size(); used >= levels; used -= step) {
        const auto found = divergence(counts, used, levels);
        if (found < least) {
            least = found;
            best = used;
        }
    }
    const auto limit = static_cast<double>(best) * m_limit / static_cast<double>(counts.size());
    return { std::max(m_lowest, -limit), std::min(m_highest, limit) };
}

ActivationRange RangeHistogram::leastSquares() const
{
    // Inside the range the error is that of rounding, scale² / 12 on average.
    ActivationRange best { m_lowest, m_highest };
    const auto errorOf = [&](const ActivationRange& range) {
        const auto scale = (range.high - range.low) / 255;
        return static_cast<double>(m_others) * scale * scale / 12
            + clippedError(m_above, binWidth(), range.high)
            + clippedError(m_below, binWidth(), -range.low);
    };
    auto least = errorOf(best);
    const auto attempt = [&](const ActivationRange& range) {
        if (const auto error = errorOf(range); error < least) {
            least = error;
            best = range;
        }
    };
    constexpr int steps = 64;
    for (int round = 0; round < 2; ++round) {
        for (int i = 1; i < steps; ++i)
            attempt({ best.low, m_highest * (steps - i) / steps });
        for (int i = 1; i < steps; ++i)
            attempt({ m_lowest * (steps - i) / steps, best.high });
    }
    return best;
}

} // namespace engine
