#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/reference/window.h"

/// A sliding window over an image of up to three axes, for kernels.
namespace engine::cuda {

inline constexpr int maxSpatial = 3;

struct Window {
    std::int64_t image[maxSpatial] = { 1, 1, 1 };
    std::int64_t kernel[maxSpatial] = { 1, 1, 1 };
    std::int64_t positions[maxSpatial] = { 1, 1, 1 };
    std::int64_t strides[maxSpatial] = { 1, 1, 1 };
    std::int64_t dilations[maxSpatial] = { 1, 1, 1 };
    std::int64_t before[maxSpatial] = {};
    std::int64_t after[maxSpatial] = {};
    std::int64_t imageCount = 1;
    std::int64_t kernelCount = 1;
    std::int64_t positionCount = 1;

    /// Returns the index of the image element under kernel element `k` of window `p`. Returns -1 in
    /// the padding, -2 beyond it, where a pool with ceil_mode reaches further.
    OPSCOPE_KERNEL std::int64_t find(std::int64_t p, std::int64_t k) const
    {
        std::int64_t offset = 0;
        std::int64_t stride = 1;
        bool isPadding = false;
        bool isBeyond = false;
        for (int d = maxSpatial; d-- > 0;) {
            const auto at
                = p % positions[d] * strides[d] + k % kernel[d] * dilations[d] - before[d];
            p /= positions[d];
            k /= kernel[d];
            isPadding = isPadding || at < 0 || at >= image[d];
            isBeyond = isBeyond || at >= image[d] + after[d];
            offset += at * stride;
            stride *= image[d];
        }
        if (isBeyond)
            return -2;
        return isPadding ? -1 : offset;
    }
};

inline Result<Window> deviceWindow(const WindowShape& shape)
{
    const auto rank = shape.image.size();
    if (rank > maxSpatial)
        return fail("an image of ", rank, " axes, expected at most ", maxSpatial);
    Window window;
    const auto from = maxSpatial - static_cast<int>(rank);
    for (std::size_t d = 0; d < rank; ++d) {
        const auto at = static_cast<std::size_t>(from) + d;
        window.image[at] = shape.image[d];
        window.kernel[at] = shape.kernel[d];
        window.positions[at] = shape.positions[d];
        window.strides[at] = shape.strides[d];
        window.dilations[at] = shape.dilations[d];
        window.before[at] = shape.padsBefore[d];
        window.after[at] = shape.padsAfter[d];
    }
    window.imageCount = shape.imageCount();
    window.kernelCount = shape.kernelCount();
    window.positionCount = shape.positionCount();
    return window;
}

} // namespace engine::cuda
