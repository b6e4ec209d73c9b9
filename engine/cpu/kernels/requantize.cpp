#include "engine/cpu/kernels/requantize.h"

#include <algorithm>
#include <mutex>

namespace engine {

Result<void> requireBytes(const KernelRequest& request, std::size_t input)
{
    const auto& type = request.input(input);
    if (type.kind != InputType::Kind::Tensor
        || (type.tensor.element != ElementType::Int8 && type.tensor.element != ElementType::Uint8))
        return fail("native ", request.node.type, " takes bytes, input ", input, " is not");
    return {};
}

Requantization::Requantization(
    std::vector<double> factors, int zero, ElementType element, std::int64_t products, double added)
    : m_exact(std::move(factors))
    , m_zero(zero)
    , m_low(element == ElementType::Int8 ? -128 : 0)
    , m_high(m_low + 255)
{
    constexpr double largestProduct = 255 * 255;
    constexpr double largestSum = 2147483648; // sums wrap around
    const double sums
        = std::min(static_cast<double>(products) * largestProduct + added, largestSum);
    // Apart by more than the errors of the factor, of the sum and of their product in float.
    constexpr double margin = 1.0 / (1 << 22);
    constexpr double limit = 1 << 21;
    for (const double factor : m_exact) {
        const bool isSmall = std::abs(factor) * sums < limit;
        // Infinity and zero never give the same: each sum is then computed exactly.
        m_below.push_back(isSmall ? static_cast<float>(factor * (1 - margin))
                                  : std::numeric_limits<float>::infinity());
        m_above.push_back(isSmall ? static_cast<float>(factor * (1 + margin)) : 0.0F);
    }
}

ByteRange dynamicRange(const RunContext& context, const Tensor& values)
{
    std::mutex mutex; // guards `ends`
    std::array<float, 2> ends {};
    parallelFor(values.count(), elementsPerThread, context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            float low = 0;
            float high = 0;
            byteTable().widenRange(floats(values) + first, last - first, low, high);
            const std::scoped_lock lock(mutex);
            ends = { std::min(ends[0], low), std::max(ends[1], high) };
        });
    return byteRangeOf(ends);
}

} // namespace engine
