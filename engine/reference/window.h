#pragma once

#include "engine/kernel/kernel.h"

#include <cstdint>
#include <vector>

namespace engine {

/// How a window slides over an image of any rank, for convolutions and pools.
///
///     image 5, kernel 3, stride 2, pads 1 1:   windows at -1, 1, 3   -> 3 positions
struct WindowShape {
    Dims image; ///< spatial dims the window moves over
    Dims kernel;
    Dims strides;
    Dims dilations;
    Dims padsBefore;
    Dims padsAfter;
    Dims positions; ///< number of windows along each axis

    std::int64_t kernelCount() const { return elementCount(kernel); }
    std::int64_t positionCount() const { return elementCount(positions); }
    std::int64_t imageCount() const { return elementCount(image); }
};

enum class Rounding { Floor, Ceil };

/// Largest size of an image along one axis.
inline constexpr std::int64_t largestImage = std::int64_t(1) << 40;

/// Reads strides, dilations, pads and auto_pad and computes the positions. Fails on invalid values.
Result<WindowShape> windowShape(const OpNode& node, std::span<const std::int64_t> image,
    std::span<const std::int64_t> kernel, Rounding rounding);

inline constexpr std::int64_t inPadding = -1;
inline constexpr std::int64_t beyondPadding = -2; ///< past the padding, where a window may end

/// Returns element offsets into one image plane for windows [first, first + count). Entry [k *
/// count + p] is kernel element k of window first + p; inPadding or beyondPadding if there is no
/// element.
std::vector<std::int64_t> windowOffsets(
    const WindowShape& shape, std::int64_t first, std::int64_t count);

/// Windows per tile, so that their columns fit in a cache of usual size.
inline constexpr std::int64_t windowTile = 512;

/// Counts the offsets of a tile, which windowOffsets puts on the heap, against the memory limit.
/// For kernels whose size no tensor bounds.
Result<void> reserveOffsets(RunContext& context, const WindowShape& shape);

} // namespace engine
