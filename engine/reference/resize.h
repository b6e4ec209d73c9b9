#pragma once

#include "engine/kernel/kernel.h"

#include <array>
#include <string>
#include <vector>

namespace engine {

/// How output coordinates of one axis are converted to input coordinates.
struct AxisResize {
    std::int64_t size = 1;
    std::int64_t resized = 1;
    double scale = 1;
    double start = 0; ///< of the crop, tf_crop_and_resize
    double end = 1;

    bool isIdentity(std::string_view mode) const
    {
        return size == resized && scale == 1.0 && mode != "tf_crop_and_resize";
    }
};

struct ResizeRules {
    std::string mode = "nearest";
    std::string coordinates = "half_pixel";
    std::string nearest = "round_prefer_floor";
    double cubicA = -0.75;
    double extrapolation = 0;
    bool excludesOutside = false;
    bool isAntialiased = false;
};

/// The inputs and weights of one output coordinate. Empty means the extrapolation value.
struct Taps {
    std::vector<std::int64_t> indices;
    std::vector<double> weights;
};

/// Returns one entry per output coordinate of the axis.
std::vector<Taps> axisTaps(const AxisResize& axis, const ResizeRules& rules);

/// What a Resize or Upsample node does to an input of given dims.
struct ResizeWork {
    std::vector<AxisResize> axes; ///< one per axis of the input
    ResizeRules rules;
};

/// Inputs 1 to 3 of the node (roi, scales, sizes) at their indices; null if absent. Upsample and
/// Resize-10 have the scales at 1.
using ResizeOperands = std::array<const Tensor*, 4>;

Result<ResizeWork> resizeWork(
    const OpNode& node, const Dims& input, const ResizeOperands& operands);

} // namespace engine
