#pragma once

#include "engine/kernel/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

// RoiAlign (10, 16, 22): the mean or the largest of points sampled in each cell of a region.

namespace engine {

struct RoiAlign {
    std::int64_t channels = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::int64_t outHeight = 1;
    std::int64_t outWidth = 1;
    std::int64_t samples = 0; ///< per axis of a cell; 0: as many as the cell has pixels
    float offset = 0;
    float scale = 1;
    bool takesMax = false;

    std::int64_t cells() const { return outHeight * outWidth; }
};

/// Reads the attributes. Fails if input 0 [N, C, H, W], the regions [R, 4] and the R batch indices
/// do not fit each other.
Result<RoiAlign> roiAlignOf(const OpNode& node, std::span<const std::int64_t> image,
    std::span<const std::int64_t> regions, std::span<const std::int64_t> batches);

/// The four neighbours of a point, as places in a plane of the image, and their weights, which are
/// 0 outside the image.
struct BilinearPoint {
    std::array<std::int64_t, 4> places {};
    std::array<float, 4> weights {};
};
BilinearPoint bilinearAt(const RoiAlign& shape, float y, float x);

/// A region in pixels, and the grid of points that each of its cells samples.
struct SampledRegion {
    float left = 0;
    float top = 0;
    float cellHeight = 0;
    float cellWidth = 0;
    float rows = 0; ///< of points in a cell
    float columns = 0;

    float points() const { return rows * columns; }
};
/// `region`: x1, y1, x2, y2. Fails if a cell has too many points.
Result<SampledRegion> sampledRegion(const RoiAlign& shape, const float* region);

/// Calls visit(BilinearPoint) for each point of a cell, until it returns false.
template <typename Visit>
void forEachPoint(
    const RoiAlign& shape, const SampledRegion& region, std::int64_t cell, Visit&& visit)
{
    const auto row = static_cast<float>(cell / shape.outWidth);
    const auto column = static_cast<float>(cell % shape.outWidth);
    for (float i = 0; i < region.rows; ++i) {
        const float y
            = region.top + row * region.cellHeight + (i + 0.5f) * region.cellHeight / region.rows;
        for (float j = 0; j < region.columns; ++j)
            if (!visit(bilinearAt(shape, y,
                    region.left + column * region.cellWidth
                        + (j + 0.5f) * region.cellWidth / region.columns)))
                return;
    }
}

} // namespace engine
