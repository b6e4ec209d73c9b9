#include "engine/reference/quantization.h"

#include "engine/kernel/element_dispatch.h"

#include <algorithm>
#include <cmath>

namespace engine {

Result<std::vector<std::int32_t>> centred(
    const Tensor& values, const Tensor* zeroPoint, std::size_t axis)
{
    std::vector<std::int32_t> zeros { 0 };
    if (zeroPoint != nullptr) {
        const auto element = zeroPoint->element();
        if (element != ElementType::Uint8 && element != ElementType::Int8)
            return fail("a zero point has element type ", element, ", expected uint8 or int8");
        const auto read = TRY(readNumbers(*zeroPoint));
        zeros.clear();
        for (const double zero : read)
            zeros.push_back(static_cast<std::int32_t>(zero));
    }
    AxisFold fold { 1, 1, values.count() };
    if (zeros.size() != 1) {
        if (axis >= values.rank() || std::ssize(zeros) != values.dims()[axis])
            return fail(zeros.size(), " zero points do not fit a tensor of ", values.dims());
        fold = foldAt(values.dims(), axis);
    }
    std::vector<std::int32_t> result(values.count());
    auto subtract = [&]<typename T>() {
        const T* source = storage<T>(values);
        for (std::size_t i = 0; i < result.size(); ++i) {
            const auto entry
                = static_cast<std::int64_t>(i) / std::max<std::int64_t>(fold.inner, 1) % fold.axis;
            result[i] = static_cast<std::int32_t>(source[i]) - zeros[entry];
        }
    };
    TRY(visitElement(TypeList<std::uint8_t, std::int8_t> {}, values.element(), subtract));
    return result;
}

Result<std::vector<double>> readCodes(const Tensor& tensor)
{
    Tensor seen = tensor;
    if (tensor.element() == ElementType::Int4 || tensor.element() == ElementType::Int2)
        seen.type.element = ElementType::Int8;
    if (tensor.element() == ElementType::Uint4 || tensor.element() == ElementType::Uint2)
        seen.type.element = ElementType::Uint8;
    return readNumbers(seen);
}

Result<Scales> readScales(const Tensor& tensor, std::int64_t entries)
{
    Scales scales { TRY(readNumbers(tensor)) };
    if (scales.values.size() != 1 && std::ssize(scales.values) != entries)
        return fail("a scale has ", scales.values.size(), " entries, expected 1 or ", entries);
    return scales;
}

Result<IntegerRange> quantizedRange(ElementType type)
{
    const auto& traits = model::traits(type);
    if (traits.bits == 0 || traits.bits > 32)
        return fail("nothing can be quantised to ", type);
    if (traits.kind == model::ElementClass::UnsignedInteger)
        return IntegerRange { 0, (std::int64_t(1) << traits.bits) - 1 };
    if (traits.kind == model::ElementClass::SignedInteger)
        return IntegerRange { -(std::int64_t(1) << (traits.bits - 1)),
            (std::int64_t(1) << (traits.bits - 1)) - 1 };
    return fail("nothing can be quantised to ", type);
}

namespace {

float keptInByte(float level) { return !(level > 0.0f) ? 0.0f : std::min(level, 255.0f); }

} // namespace

float ByteRange::code(float x) const { return keptInByte(std::nearbyint(x / scale) + zero); }

ByteRange byteRangeOf(std::span<const float> values)
{
    float low = 0;
    float high = 0;
    for (const float x : values) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    const float scale = high == low ? 1.0f : (high - low) / 255.0f;
    return { scale, keptInByte(std::nearbyint(-low / scale)) };
}

void storeQuantized(
    Tensor& output, std::int64_t i, double value, std::int64_t zeroPoint, const IntegerRange& range)
{
    const double rounded = std::nearbyint(value) + static_cast<double>(zeroPoint);
    const double kept = std::isnan(rounded)
        ? static_cast<double>(range.low)
        : std::clamp(rounded, static_cast<double>(range.low), static_cast<double>(range.high));
    const auto integer = static_cast<std::int64_t>(kept);
    switch (elementBytes(output.element())) {
    case 1:
        storage<std::uint8_t>(output)[i] = static_cast<std::uint8_t>(integer);
        break;
    case 2:
        storage<std::uint16_t>(output)[i] = static_cast<std::uint16_t>(integer);
        break;
    default:
        storage<std::uint32_t>(output)[i] = static_cast<std::uint32_t>(integer);
        break;
    }
}

} // namespace engine
