#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

/// Output sizes of Resize and Upsample, shared by shape inference and engine.
///
/// ONNX specifies floor(size * scale) without a precision. For sizes such as 10 * 0.7f this
/// matters: the exact product is 6.9999998, the product rounded to float is 7. ONNX Runtime
/// multiplies floats, and models are exported and tuned with it, so these functions use floats.
/// ONNX's own evaluator and shape inference multiply doubles and give 6 (docs/conformance.md).
namespace model {

/// Returns the length, or nothing if it is negative, NaN or too large for int64.
inline std::optional<std::int64_t> lengthFrom(float value)
{
    constexpr float end = 9223372036854775808.0f; // 2^63
    return value >= 0 && value < end ? std::optional(static_cast<std::int64_t>(value))
                                     : std::nullopt;
}

/// Output size for a scale: floor(size * scale).
inline std::optional<std::int64_t> scaledLength(std::int64_t size, double scale)
{
    return lengthFrom(std::floor(static_cast<float>(size) * static_cast<float>(scale)));
}

/// Output size for a keep_aspect_ratio_policy, which uses one scale for all axes: rounded to the
/// nearest integer, halves up.
inline std::optional<std::int64_t> commonScaleLength(std::int64_t size, double scale)
{
    return lengthFrom(std::round(static_cast<float>(size) * static_cast<float>(scale)));
}

} // namespace model
