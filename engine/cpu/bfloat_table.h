#pragma once

#include <cstdint>

namespace engine {

/// Loops over rows of bfloat16 numbers, one table per instruction set as in vector_table.h.
struct BfloatTable {
    void (*toFloat)(const std::uint16_t* x, float* y, std::int64_t n);
    /// Rounds to nearest even. NaN stays NaN.
    void (*fromFloat)(const float* x, std::uint16_t* y, std::int64_t n);
    /// y[i] = min(max(x[i], low), high); NaN stays NaN. `low` and `high` must not be negative.
    void (*clamp)(const std::uint16_t* x, std::uint16_t* y, std::int64_t n, std::uint16_t low,
        std::uint16_t high);
};

/// The table for instructionSet().
const BfloatTable& bfloatTable();

namespace baseline {
extern const BfloatTable bfloatTable;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const BfloatTable bfloatTable;
}
namespace avx512 {
extern const BfloatTable bfloatTable;
}
#endif

} // namespace engine
