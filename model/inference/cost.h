#pragma once

#include "model/inference/saturated.h"

#include <cstdint>
#include <string>

namespace model {

/// Work of one operator for known shapes. A multiply-add counts as 2 FLOPs (docs/numbers.md).
struct Cost {
    bool isKnown = false;
    std::string reason; ///< why unknown
    std::uint64_t multiplyAdds = 0;
    std::uint64_t otherFlops = 0; ///< additions, comparisons ..., one per element
    std::uint64_t transcendental = 0; ///< exp, tanh, sqrt ..., one per element
    std::uint64_t movedBytes = 0; ///< copied bytes of operators that only move data
    std::uint64_t readBytes = 0; ///< lower bound: every operand read once
    std::uint64_t writtenBytes = 0;
    std::uint64_t flops() const
    {
        return saturatedSum(saturatedProduct(2, multiplyAdds), otherFlops);
    }
    std::uint64_t bytes() const { return saturatedSum(readBytes, writtenBytes); }
};

/// Returns the saturating sum; known if both costs are.
Cost operator+(const Cost& a, const Cost& b);

} // namespace model
