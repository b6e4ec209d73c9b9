#pragma once

#include "engine/program/shapes.h"
#include "engine/reference/conv.h"

#include <span>

namespace engine {

/// Returns signed or unsigned bytes minus their zero point. The zero point is one number, or one
/// per entry of axis `axis`.
Result<std::vector<std::int32_t>> centred(
    const Tensor& values, const Tensor* zeroPoint, std::size_t axis);

/// Reads codes as numbers. Each 4- or 2-bit integer is stored in a byte, and readNumbers does not
/// take types of fewer than 8 bits.
Result<std::vector<double>> readCodes(const Tensor& tensor);

/// Scales of a quantised tensor: one, or one per entry of an axis.
struct Scales {
    std::vector<double> values;
    double at(std::int64_t i) const { return values.size() == 1 ? values.front() : values[i]; }
};
Result<Scales> readScales(const Tensor& tensor, std::int64_t entries);

/// Range of a quantised integer type.
struct IntegerRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
};
Result<IntegerRange> quantizedRange(ElementType type);

/// Scale and zero point of numbers that are quantised to uint8 at run time. 0 is always in the
/// range.
struct ByteRange {
    float scale = 1;
    float zero = 0; ///< an integer from 0 to 255

    /// Returns the code of x; 0 for NaN.
    float code(float x) const;
};
ByteRange byteRangeOf(std::span<const float> values);

/// Writes element i: round(value) + zero point, halves to even, clamped to the type's range. NaN
/// becomes the lowest value, as in ONNX Runtime and ONNX's reference evaluator.
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
