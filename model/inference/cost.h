#pragma once

#include "model/inference/saturated.h"

#include <cstdint>
#include <string>

namespace model {

/// Work of one operator under known shapes (design: one multiply-add = 2 FLOPs; classes kept
/// apart).
struct Cost {
    bool isKnown = false;
    std::string reason; ///< why unknown
    std::uint64_t multiplyAdds = 0;
    std::uint64_t otherFlops = 0; ///< additions, comparisons ... one per element
    std::uint64_t transcendental = 0; ///< exp, tanh, sqrt ... one per element
    std::uint64_t movedBytes = 0; ///< pure data movement
    std::uint64_t readBytes = 0; ///< least traffic: every operand once
    std::uint64_t writtenBytes = 0;
    std::uint64_t flops() const
    {
        return saturatedSum(saturatedProduct(2, multiplyAdds), otherFlops);
    }
    std::uint64_t bytes() const { return saturatedSum(readBytes, writtenBytes); }
};

/// Sum that stays at the largest number instead of wrapping; known if both are.
Cost operator+(const Cost& a, const Cost& b);

} // namespace model
