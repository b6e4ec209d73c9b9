#pragma once

#include "engine/kernel/half_floats.h"
#include "model/element_type.h"

namespace engine {

enum class Overflow {
    Saturate,
    Special
}; ///< values too large become the largest finite number, or infinity (NaN without one)
enum class RoundScale { Nearest, Up, Down }; ///< how a number becomes a power of two (E8M0)

/// Whether a type is one of the small floats that `encodeSmallFloat` knows: float16, bfloat16,
/// float8, float6, float4 kinds.
bool isSmallFloat(model::ElementType type);

/// The code of `value` in a small float type, to nearest even. NaN becomes the type's NaN, -0 where
/// it has none. Source: ONNX, "Float stored in 8 bits" and the Cast-24 tables; OCP Microscaling
/// Formats 1.0 for float6 and float4.
std::uint16_t encodeSmallFloat(
    double value, model::ElementType type, Overflow overflow, RoundScale scale = RoundScale::Up);

/// The number a code stands for; bits above the type's width are ignored.
float decodeSmallFloat(std::uint16_t code, model::ElementType type);

} // namespace engine

template <>
struct model::ElementTypeOf<engine::Float16> {
    static constexpr auto value = ElementType::Float16;
};
template <>
struct model::ElementTypeOf<engine::Bfloat16> {
    static constexpr auto value = ElementType::Bfloat16;
};
