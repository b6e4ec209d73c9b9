#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace model {

/// Element types of ONNX. The values are those of `TensorProto.DataType` (IR 14). A number that is
/// not in this list is kept as read and shown as a number.
enum class ElementType : std::int32_t {
    Undefined = 0,
    Float = 1,
    Uint8 = 2,
    Int8 = 3,
    Uint16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Double = 11,
    Uint32 = 12,
    Uint64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    Bfloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    Uint4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    Uint2 = 25,
    Int2 = 26,
    Float6E2M3 = 27,
    Float6E3M2 = 28,
};

enum class ElementClass { None, Float, SignedInteger, UnsignedInteger, Bool, Complex, String };

/// One row of the table of element types.
struct ElementTraits {
    ElementType type;
    std::string_view name; ///< short name for display: `fp32`, `int64`
    std::string_view
        onnxName; ///< ONNX spelling in type strings: `float`, `int64`, as in `tensor(float)`
    std::uint32_t bits; ///< bits of one element in a packed tensor; 0 for strings and undefined
    ElementClass kind;
};

std::span<const ElementTraits> allElementTypes();

/// Returns the row of a type, or the row of Undefined for a number that is not in the table.
const ElementTraits& traits(ElementType type);

inline std::string_view name(ElementType type) { return traits(type).name; }
inline bool isKnown(ElementType type)
{
    return type == ElementType::Undefined || traits(type).type == type;
}
inline bool isFloating(ElementType type) { return traits(type).kind == ElementClass::Float; }

/// Parses `float`, `tensor(float)` or `fp32`. Nothing if the name is unknown.
std::optional<ElementType> elementTypeFromName(std::string_view name);

/// Returns the bytes of `count` packed elements. Elements below 8 bits are packed, lowest bits
/// first. Nothing on overflow or for strings.
std::optional<std::uint64_t> packedBytes(ElementType type, std::uint64_t count);

/// The ElementType of a C++ type: `ElementTypeOf<float>::value`.
template <typename T>
struct ElementTypeOf;
template <>
struct ElementTypeOf<float> : std::integral_constant<ElementType, ElementType::Float> {
};
template <>
struct ElementTypeOf<double> : std::integral_constant<ElementType, ElementType::Double> {
};
template <>
struct ElementTypeOf<std::uint8_t> : std::integral_constant<ElementType, ElementType::Uint8> {
};
template <>
struct ElementTypeOf<std::int8_t> : std::integral_constant<ElementType, ElementType::Int8> {
};
template <>
struct ElementTypeOf<std::uint16_t> : std::integral_constant<ElementType, ElementType::Uint16> {
};
template <>
struct ElementTypeOf<std::int16_t> : std::integral_constant<ElementType, ElementType::Int16> {
};
template <>
struct ElementTypeOf<std::uint32_t> : std::integral_constant<ElementType, ElementType::Uint32> {
};
template <>
struct ElementTypeOf<std::int32_t> : std::integral_constant<ElementType, ElementType::Int32> {
};
template <>
struct ElementTypeOf<std::uint64_t> : std::integral_constant<ElementType, ElementType::Uint64> {
};
template <>
struct ElementTypeOf<std::int64_t> : std::integral_constant<ElementType, ElementType::Int64> {
};
template <>
struct ElementTypeOf<bool> : std::integral_constant<ElementType, ElementType::Bool> {
};

} // namespace model
