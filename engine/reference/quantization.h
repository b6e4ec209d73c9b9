#pragma once

#include "engine/program/shapes.h"
#include "engine/reference/conv.h"

#include <span>

namespace engine {

/// Signed and unsigned bytes as numbers with their zero point taken off. The zero point is one
/// number, or one per entry of axis `axis`.
Result<std::vector<std::int32_t>> centred(
    const Tensor& values, const Tensor* zeroPoint, std::size_t axis);

/// Scales of a quantised tensor: one, or one per entry of an axis.
struct Scales {
    std::vector<double> values;
    double at(std::int64_t i) const
    {
        return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(i)];
    }
};
Result<Scales> readScales(const Tensor& tensor, std::int64_t entries);

/// Range of a quantised integer type.
struct IntegerRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
};
Result<IntegerRange> quantizedRange(ElementType type);

/// How numbers become bytes without a sign whose range is found while running: 0 is always inside.
struct ByteRange {
    float scale = 1;
    float zero = 0; ///< a whole number of 0 to 255

    /// What is no number becomes 0.
    float code(float x) const;
};
ByteRange byteRangeOf(std::span<const float> values);

/// round(value) + zero point, to nearest even, kept within the type; written at element i. What is
/// no number becomes the lowest, as in ONNX Runtime and ONNX's evaluator.
void storeQuantized(Tensor& output, std::int64_t i, double value, std::int64_t zeroPoint,
    const IntegerRange& range);

/// Integer convolution: calls store(batch, channel, first window, sums of int32).
template <typename Store>
Result<void> convolveIntegers(const ConvShape& shape, const std::vector<std::int32_t>& data,
    const std::vector<std::int32_t>& weights, const std::stop_token& stop, const Store& store)
{
    // Unsigned arithmetic gives the same bits and may wrap.
    return convolveColumns<std::uint32_t>(shape,
        reinterpret_cast<const std::uint32_t*>(data.data()),
        reinterpret_cast<const std::uint32_t*>(weights.data()), stop, store);
}

} // namespace engine
