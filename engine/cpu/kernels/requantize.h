#pragma once

#include "engine/cpu/byte_table.h"
#include "engine/cpu/native.h"
#include "engine/reference/quantization.h"

#include <cmath>
#include <limits>
#include <vector>

namespace engine {

/// Parts that the kernels of quantised operators share.

/// Fails if the input is not a tensor of signed or unsigned bytes.
Result<void> requireBytes(const KernelRequest& request, std::size_t input);

/// The rule by which sums become bytes, with one factor per column (or channel).
class Requantization {
public:
    Requantization(std::vector<double> factors, int zero, ElementType element)
        : m_exact(std::move(factors))
        , m_zero(zero)
        , m_low(element == ElementType::Int8 ? -128 : 0)
        , m_high(m_low + 255)
    {
        // A finite factor stays finite, so that zero times it is zero.
        constexpr double largest = std::numeric_limits<float>::max();
        for (const double factor : m_exact)
            m_factors.push_back(static_cast<float>(
                std::isfinite(factor) ? std::clamp(factor, -largest, largest) : factor));
    }
    /// Results are also limited to this range of codes.
    void limitTo(int low, int high)
    {
        m_low = std::max(m_low, low);
        m_high = std::min(m_high, high);
    }
    /// The rule from `column` on. `offsets` are those of the same columns.
    ByteTable::ToBytes at(std::int64_t column, const std::int32_t* offsets) const
    {
        return { offsets, m_factors.data() + column, m_exact.data() + column, m_zero, m_low,
            m_high };
    }

private:
    std::vector<double> m_exact;
    std::vector<float> m_factors;
    int m_zero;
    int m_low;
    int m_high;
};

/// The range of a tensor of floats for dynamic quantisation, as byteRangeOf, on all threads.
ByteRange dynamicRange(const RunContext& context, const Tensor& values);

} // namespace engine
