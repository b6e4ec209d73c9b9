#pragma once

#include "engine/inputs/input_spec.h"

#include <cstdint>
#include <vector>

namespace engine {

/// Pixels with one or three levels of 0 to 255 each, in rows from the top.
struct Levels {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::int64_t channels = 0;
    std::vector<float> values; ///< whole numbers, except after ImageFilter::Linear

    float at(std::int64_t row, std::int64_t column, std::int64_t channel) const
    {
        return values[static_cast<std::size_t>((row * width + column) * channels + channel)];
    }
    float& at(std::int64_t row, std::int64_t column, std::int64_t channel)
    {
        return values[static_cast<std::size_t>((row * width + column) * channels + channel)];
    }
};

/// Scales to another size; both are at least 1. Bilinear and Bicubic give what Image.resize of
/// Pillow gives for pictures of 8 bits, bit by bit: first the rows, then the columns, with weights
/// of 22 binary places and levels rounded after both.
Levels scaled(const Levels& source, std::int64_t width, std::int64_t height, ImageFilter filter);

} // namespace engine
