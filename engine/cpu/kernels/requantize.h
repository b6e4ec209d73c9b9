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
    /// `products`: products of two centred bytes in a sum; `added`: the largest magnitude of what
    /// else it contains.
    Requantization(std::vector<double> factors, int zero, ElementType element,
        std::int64_t products, double added = 0);
    /// Results are also limited to this range of codes.
    void limitTo(int low, int high)
    {
        m_low = std::max(m_low, low);
        m_high = std::min(m_high, high);
    }
    /// The rule from `column` on. `offsets` are those of the same columns.
    ByteTable::ToBytes at(std::int64_t column, const std::int32_t* offsets) const
    {
        return { offsets, m_below.data() + column, m_above.data() + column, m_exact.data() + column,
            m_zero, m_low, m_high };
    }

private:
    std::vector<double> m_exact;
    std::vector<float> m_below;
    std::vector<float> m_above;
    int m_zero;
    int m_low;
    int m_high;
};

/// The range of a tensor of floats for dynamic quantisation, as byteRangeOf, on all threads.
ByteRange dynamicRange(const RunContext& context, const Tensor& values);

} // namespace engine
