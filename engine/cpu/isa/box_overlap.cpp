#include "engine/cpu/box_overlap.h"

#include "engine/cpu/isa/vector.h"

// Compiled without contraction of products and sums, so that results are those of
// functors::overlaps on every machine.

namespace engine::OPSCOPE_ISA {

namespace {

inline Vector smaller(Vector a, Vector b) { return xsimd::select(b < a, b, a); }
inline Vector larger(Vector a, Vector b) { return xsimd::select(a < b, b, a); }

bool overlapsOne(
    const BoxColumns& boxes, std::int64_t count, const MeasuredBox& box, float threshold)
{
    static_assert(BoxColumns::lanes % width == 0);
    const auto zero = all(0.0f);
    for (std::int64_t i = 0; i < count; i += width) {
        const Vector shownWidth = smaller(load(boxes.right + i), all(box.right))
            - larger(load(boxes.left + i), all(box.left));
        const Vector shownHeight = smaller(load(boxes.bottom + i), all(box.bottom))
            - larger(load(boxes.top + i), all(box.top));
        const Mask meets = (shownWidth > zero) & (shownHeight > zero);
        if (!xsimd::any(meets))
            continue;
        const Vector shared = shownWidth * shownHeight;
        const Vector joined = load(boxes.area + i) + all(box.area) - shared;
        if (xsimd::any(meets & (joined > zero) & (shared / joined > all(threshold))))
            return true;
    }
    return false;
}

} // namespace

extern const OverlapsAny boxOverlap;
const OverlapsAny boxOverlap = overlapsOne;

} // namespace engine::OPSCOPE_ISA
