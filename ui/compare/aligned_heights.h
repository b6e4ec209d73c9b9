#pragma once

#include "layout/scene/scene.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace ui {

/// A box of A and its partner in B.
using BoxPair = std::pair<std::uint32_t, std::uint32_t>;

/// Returns both scenes with paired boxes at the same height, as far as the pairs have the same
/// order in both:
///
///     A   norm          B   norm
///          |                 |
///          |               quantize      a gap in A, so that the two MatMul are side by side
///          |                 |
///        MatMul            MatMul
///
/// Gaps are inserted only where a horizontal line crosses no box. Lines and frames are stretched;
/// boxes that overlap in height keep their relative places. Both scenes must run downwards.
/// O(n log n).
std::array<layout::Scene, 2> withAlignedHeights(
    layout::Scene a, layout::Scene b, std::span<const BoxPair> pairs);

} // namespace ui
