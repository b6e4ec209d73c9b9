#include "engine/kernel/small_float_code.h"

#include <array>
#include <limits>

namespace engine {

using model::ElementType;

namespace {

struct FormatRow {
    ElementType type;
    SmallFormat format;
};

constexpr std::array formats {
    FormatRow { ElementType::Float16, { 5, 10, 15, 0x7bff, 0x7c00, 0x7e00, true, true } },
    FormatRow { ElementType::Bfloat16, { 8, 7, 127, 0x7f7f, 0x7f80, 0x7fc0, true, true } },
    FormatRow { ElementType::Float8E4M3FN, { 4, 3, 7, 0x7e, -1, 0x7f, true } },
    FormatRow { ElementType::Float8E4M3FNUZ, { 4, 3, 8, 0x7f, -1, 0x80, false } },
    FormatRow { ElementType::Float8E5M2, { 5, 2, 15, 0x7b, 0x7c, 0x7e, true } },
    FormatRow { ElementType::Float8E5M2FNUZ, { 5, 2, 16, 0x7f, -1, 0x80, false } },
    FormatRow { ElementType::Float6E2M3, { 2, 3, 1, 0x1f, -1, -1, true } },
    FormatRow { ElementType::Float6E3M2, { 3, 2, 3, 0x1f, -1, -1, true } },
    FormatRow { ElementType::Float4E2M1, { 2, 1, 1, 0x7, -1, -1, true } },
    FormatRow { ElementType::Float8E8M0, { .isScale = true } },
};

} // namespace

const SmallFormat* smallFormatOf(ElementType type)
{
    for (const auto& row : formats) {
        if (row.type == type)
            return &row.format;
    }
    return nullptr;
}

bool isSmallFloat(ElementType type) { return smallFormatOf(type) != nullptr; }

std::uint16_t encodeSmallFloat(double value, ElementType type, Overflow overflow, RoundScale scale)
{
    const auto* format = smallFormatOf(type);
    return format != nullptr ? encodeAs(*format, value, overflow, scale) : std::uint16_t(0);
}

float decodeSmallFloat(std::uint16_t code, ElementType type)
{
    const auto* format = smallFormatOf(type);
    return format != nullptr ? decodeAs(*format, code) : std::numeric_limits<float>::quiet_NaN();
}

} // namespace engine
