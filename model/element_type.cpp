#include "model/element_type.h"

#include <array>
#include <limits>

namespace model {

namespace {

using enum ElementType;
using Kind = ElementClass;

constexpr std::array<ElementTraits, 29> table { {
    { Undefined, "undefined", "undefined", 0, Kind::None },
    { Float, "fp32", "float", 32, Kind::Float },
    { Uint8, "uint8", "uint8", 8, Kind::UnsignedInteger },
    { Int8, "int8", "int8", 8, Kind::SignedInteger },
    { Uint16, "uint16", "uint16", 16, Kind::UnsignedInteger },
    { Int16, "int16", "int16", 16, Kind::SignedInteger },
    { Int32, "int32", "int32", 32, Kind::SignedInteger },
    { Int64, "int64", "int64", 64, Kind::SignedInteger },
    { String, "string", "string", 0, Kind::String },
    { Bool, "bool", "bool", 8, Kind::Bool },
    { Float16, "fp16", "float16", 16, Kind::Float },
    { Double, "fp64", "double", 64, Kind::Float },
    { Uint32, "uint32", "uint32", 32, Kind::UnsignedInteger },
    { Uint64, "uint64", "uint64", 64, Kind::UnsignedInteger },
    { Complex64, "complex64", "complex64", 64, Kind::Complex },
    { Complex128, "complex128", "complex128", 128, Kind::Complex },
    { Bfloat16, "bf16", "bfloat16", 16, Kind::Float },
    { Float8E4M3FN, "fp8e4m3fn", "float8e4m3fn", 8, Kind::Float },
    { Float8E4M3FNUZ, "fp8e4m3fnuz", "float8e4m3fnuz", 8, Kind::Float },
    { Float8E5M2, "fp8e5m2", "float8e5m2", 8, Kind::Float },
    { Float8E5M2FNUZ, "fp8e5m2fnuz", "float8e5m2fnuz", 8, Kind::Float },
    { Uint4, "uint4", "uint4", 4, Kind::UnsignedInteger },
    { Int4, "int4", "int4", 4, Kind::SignedInteger },
    { Float4E2M1, "fp4e2m1", "float4e2m1", 4, Kind::Float },
    { Float8E8M0, "fp8e8m0", "float8e8m0", 8, Kind::Float },
    { Uint2, "uint2", "uint2", 2, Kind::UnsignedInteger },
    { Int2, "int2", "int2", 2, Kind::SignedInteger },
    { Float6E2M3, "fp6e2m3", "float6e2m3", 6, Kind::Float },
    { Float6E3M2, "fp6e3m2", "float6e3m2", 6, Kind::Float },
} };

std::string_view withoutTensor(std::string_view name)
{
    constexpr std::string_view prefix = "tensor(";
    if (name.starts_with(prefix) && name.ends_with(')'))
        return name.substr(prefix.size(), name.size() - prefix.size() - 1);
    return name;
}

} // namespace

std::span<const ElementTraits> allElementTypes() { return table; }

const ElementTraits& traits(ElementType type)
{
    const auto index = static_cast<std::int32_t>(type);
    const bool inTable = index >= 0 && index < static_cast<std::int32_t>(table.size());
    return table[inTable ? static_cast<std::size_t>(index) : 0];
}

std::optional<ElementType> elementTypeFromName(std::string_view name)
{
    const auto wanted = withoutTensor(name);
    for (const auto& row : table) {
        if (row.onnxName == wanted || row.name == wanted)
            return row.type;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> packedBytes(ElementType type, std::uint64_t count)
{
    const std::uint64_t bits = traits(type).bits;
    if (bits == 0)
        return std::nullopt;
    if (bits >= 8) {
        if (count > std::numeric_limits<std::uint64_t>::max() / (bits / 8))
            return std::nullopt;
        return count * (bits / 8);
    }
    if (count > (std::numeric_limits<std::uint64_t>::max() - 7) / bits)
        return std::nullopt;
    return (count * bits + 7) / 8;
}

} // namespace model
