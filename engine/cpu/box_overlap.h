#pragma once

#include <cstdint>

namespace engine {

/// Boxes by coordinate, for a search in vectors. Arrays are padded to a multiple of `lanes` by
/// boxes with left > right.
struct BoxColumns {
    static constexpr std::int64_t lanes = 16;
    const float* left;
    const float* top;
    const float* right;
    const float* bottom;
    const float* area;
};

/// A box and its area.
struct MeasuredBox {
    float left, top, right, bottom, area;
};

/// Whether one of the first `count` boxes overlaps `box` as functors::overlaps defines it, with the
/// same roundings. All areas must be positive.
using OverlapsAny = bool (*)(
    const BoxColumns& boxes, std::int64_t count, const MeasuredBox& box, float threshold);
/// The function for instructionSet().
OverlapsAny overlapsAny();

namespace baseline {
extern const OverlapsAny boxOverlap;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const OverlapsAny boxOverlap;
}
namespace avx512 {
extern const OverlapsAny boxOverlap;
}
#endif

} // namespace engine
