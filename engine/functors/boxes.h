#pragma once

#include "engine/functors/device.h"

/// Boxes of detected objects. Source: ONNX NonMaxSuppression-11.
namespace engine::functors {

struct Box {
    float left, top, right, bottom;

    OPSCOPE_DEVICE float area() const { return (right - left) * (bottom - top); }
    OPSCOPE_DEVICE static float smaller(float a, float b) { return b < a ? b : a; }
    OPSCOPE_DEVICE static float larger(float a, float b) { return a < b ? b : a; }
};

/// Returns the box of four numbers: two opposite corners in any order [y1, x1, y2, x2], or centre
/// and size [x, y, width, height].
OPSCOPE_DEVICE inline Box boxOf(const float* b, bool isCentred)
{
    if (isCentred)
        return { b[0] - b[2] / 2, b[1] - b[3] / 2, b[0] + b[2] / 2, b[1] + b[3] / 2 };
    return { Box::smaller(b[1], b[3]), Box::smaller(b[0], b[2]), Box::larger(b[1], b[3]),
        Box::larger(b[0], b[2]) };
}

/// True if the intersection over union of the boxes is greater than `threshold`. Boxes without area
/// never overlap.
OPSCOPE_DEVICE inline bool overlaps(const Box& a, const Box& b, float threshold)
{
    const float width = Box::smaller(a.right, b.right) - Box::larger(a.left, b.left);
    const float height = Box::smaller(a.bottom, b.bottom) - Box::larger(a.top, b.top);
    if (width <= 0 || height <= 0 || a.area() <= 0 || b.area() <= 0)
        return false;
    const float shared = width * height;
    const float joined = a.area() + b.area() - shared;
    return joined > 0 && shared / joined > threshold;
}

} // namespace engine::functors
