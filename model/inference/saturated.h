#pragma once

#include <cstdint>
#include <limits>

/// Sums and products of counts that saturate at the largest uint64 instead of wrapping, because
/// sizes come from files.
namespace model {

inline std::uint64_t saturatedSum(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

inline std::uint64_t saturatedProduct(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                  : product;
}

} // namespace model
