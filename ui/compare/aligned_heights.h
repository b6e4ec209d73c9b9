#pragma once

#include "layout/scene/scene.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace ui {

/// Two pictures of which boxes that stand for the same things are at the same height, as far as
/// both have them in the same order:
///
///     A   norm          B   norm
///          |                 |
///          |               quantize      a gap in A, so that the two MatMul are side by side
///          |                 |
///        MatMul            MatMul
///
/// Gaps are made only where a horizontal line crosses no box: lines and frames are stretched, boxes
/// that overlap in height keep their places to each other. Both scenes run downwards.
/// O(n log n).
using BoxPair = std::pair<std::uint32_t, std::uint32_t>; ///< of A and of B
std::array<layout::Scene, 2> withAlignedHeights(
    layout::Scene a, layout::Scene b, std::span<const BoxPair> pairs);

} // namespace ui
