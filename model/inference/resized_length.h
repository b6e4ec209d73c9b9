#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

/// Sizes that Resize and Upsample give, in one place for shape inference and engine.
///
/// ONNX writes floor(size * scale) and does not say in which precision. For sizes such as 10 * 0.7f
/// it matters: 6.9999998 exactly, 7 once rounded to a float. ONNX Runtime multiplies floats, and
/// models are exported and tuned against it, so floats it is here; ONNX's own evaluator and shape
/// inference multiply doubles and give 6 (docs/conformance.md).
namespace model {

/// A length that an int64 holds; nothing else.
inline std::optional<std::int64_t> lengthFrom(float value)
{
    constexpr float end = 9223372036854775808.0f; // 2^63
    return value >= 0 && value < end ? std::optional(static_cast<std::int64_t>(value))
                                     : std::nullopt;
}

/// Under a scale: floor(size * scale).
inline std::optional<std::int64_t> scaledLength(std::int64_t size, double scale)
{
    return lengthFrom(std::floor(static_cast<float>(size) * static_cast<float>(scale)));
}

/// Under a keep_aspect_ratio_policy, which gives all axes one scale: the nearest whole number,
/// halves up.
inline std::optional<std::int64_t> commonScaleLength(std::int64_t size, double scale)
{
    return lengthFrom(std::round(static_cast<float>(size) * static_cast<float>(scale)));
}

} // namespace model
