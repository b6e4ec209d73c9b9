#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"
#include "engine/kernel/small_float_code.h"

/// Tensors whose element type is tested while a kernel runs. All threads take the same branch. Used
/// for operands with many types that take little of an operator's time (scales, zero points,
/// indices, weights of classes): one kernel per combination of types would only add code.
namespace engine::cuda {

struct NumberReader {
    const std::byte* data = nullptr; ///< null: the input is left out
    ElementType type = ElementType::Float;
    SmallFormat format = {}; ///< set if `type` is a float of at most 8 bits

    OPSCOPE_KERNEL bool isPresent() const { return data != nullptr; }

    template <typename T>
    OPSCOPE_KERNEL T element(std::int64_t i) const
    {
        return reinterpret_cast<const T*>(data)[i];
    }

    OPSCOPE_KERNEL double at(std::int64_t i) const
    {
        switch (type) {
        case ElementType::Float:
            return static_cast<double>(element<float>(i));
        case ElementType::Double:
            return element<double>(i);
        case ElementType::Float16:
            return static_cast<double>(widen(element<Float16>(i)));
        case ElementType::Bfloat16:
            return static_cast<double>(widen(element<Bfloat16>(i)));
        case ElementType::Uint64:
            return static_cast<double>(element<std::uint64_t>(i));
        case ElementType::Float8E4M3FN:
        case ElementType::Float8E4M3FNUZ:
        case ElementType::Float8E5M2:
        case ElementType::Float8E5M2FNUZ:
        case ElementType::Float8E8M0:
        case ElementType::Float6E2M3:
        case ElementType::Float6E3M2:
        case ElementType::Float4E2M1:
            return static_cast<double>(decodeAs(format, element<std::uint8_t>(i)));
        default:
            return static_cast<double>(integerAt(i));
        }
    }

    /// For types of integers and bools. Exact.
    OPSCOPE_KERNEL std::int64_t integerAt(std::int64_t i) const
    {
        switch (type) {
        case ElementType::Int64:
        case ElementType::Uint64:
            return element<std::int64_t>(i);
        case ElementType::Int32:
            return element<std::int32_t>(i);
        case ElementType::Uint32:
            return element<std::uint32_t>(i);
        case ElementType::Int16:
            return element<std::int16_t>(i);
        case ElementType::Uint16:
            return element<std::uint16_t>(i);
        case ElementType::Int8:
        case ElementType::Int4:
        case ElementType::Int2:
            return element<std::int8_t>(i);
        default:
            return element<std::uint8_t>(i);
        }
    }
};

/// Returns element i of codes of 2, 4 or 8 bits, packed with the lowest bits first.
OPSCOPE_KERNEL inline float packedCode(const std::uint8_t* bytes, std::int64_t i, int bits)
{
    const auto bit = i * bits;
    return static_cast<float>((bytes[bit / 8] >> (bit % 8)) & ((1 << bits) - 1));
}

/// Whether NumberReader supports the type.
inline bool isNumber(ElementType type)
{
    const auto kind = model::traits(type).kind;
    return kind == model::ElementClass::Float || kind == model::ElementClass::SignedInteger
        || kind == model::ElementClass::UnsignedInteger || kind == model::ElementClass::Bool;
}

inline Result<void> requireNumber(const KernelRequest& request, std::size_t i)
{
    if (!isNumber(inputType(request, i).element))
        return fail("input ", i, " of ", request.node.type, " has element type ",
            model::name(inputType(request, i).element), ", which is not supported");
    return {};
}

/// Returns a reader of input i, without data if the input is left out.
inline NumberReader numbersOf(const RunContext& context, std::size_t i)
{
    NumberReader reader;
    if (!context.hasInput(i))
        return reader;
    const auto& tensor = context.tensor(i);
    reader.data = tensor.data;
    reader.type = tensor.element();
    if (const auto* const format = smallFormatOf(reader.type))
        reader.format = *format;
    return reader;
}

/// Converts a double to T, first to the type that T is computed in.
template <typename T>
OPSCOPE_KERNEL T narrowed(double value)
{
    return static_cast<T>(static_cast<Arithmetic<T>>(value));
}

/// Stores an integer in an element of 1, 2 or 4 bytes.
OPSCOPE_KERNEL inline void storeInteger(
    std::byte* data, int bytes, std::int64_t i, std::int64_t value)
{
    if (bytes == 1)
        reinterpret_cast<std::uint8_t*>(data)[i] = static_cast<std::uint8_t>(value);
    else if (bytes == 2)
        reinterpret_cast<std::uint16_t*>(data)[i] = static_cast<std::uint16_t>(value);
    else
        reinterpret_cast<std::uint32_t*>(data)[i] = static_cast<std::uint32_t>(value);
}

/// Writes elements of a quantised type: integers within a range, or codes of a small float.
struct CodeWriter {
    std::byte* data = nullptr;
    int bytes = 1;
    double low = 0;
    double high = 0;
    bool isFloat = false;
    Overflow overflow = Overflow::Saturate;
    SmallFormat format = {};

    /// Stores round(value) + zero, rounded to nearest even and clamped to the type. For floats,
    /// rounds value + zero. NaN becomes the lowest integer, as in ONNX Runtime and ONNX's reference
    /// evaluator.
    OPSCOPE_KERNEL void store(std::int64_t i, double value, double zero) const
    {
        if (isFloat) {
            storeInteger(data, bytes, i, encodeAs(format, value + zero, overflow));
            return;
        }
        const double rounded = std::nearbyint(value) + zero;
        const double kept = !(rounded > low) ? low : (rounded > high ? high : rounded);
        storeInteger(data, bytes, i, static_cast<std::int64_t>(kept));
    }
};

/// Returns the writer of a type, without its memory. Fails for types that are not used for
/// quantisation.
inline Result<CodeWriter> codeWriterOf(ElementType type)
{
    CodeWriter writer;
    const auto& traits = model::traits(type);
    writer.bytes = static_cast<int>(elementBytes(type));
    if (const auto* const format = smallFormatOf(type)) {
        writer.isFloat = true;
        writer.format = *format;
        return writer;
    }
    const bool isSigned = traits.kind == model::ElementClass::SignedInteger;
    if (traits.bits == 0 || traits.bits > 32
        || (!isSigned && traits.kind != model::ElementClass::UnsignedInteger))
        return fail("nothing is quantised to ", model::name(type));
    const auto values = static_cast<double>(std::uint64_t(1) << traits.bits);
    writer.low = isSigned ? -values / 2 : 0.0;
    writer.high = (isSigned ? values / 2 : values) - 1;
    return writer;
}

} // namespace engine::cuda
