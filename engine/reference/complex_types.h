#pragma once

#include "engine/kernel/element_dispatch.h"

#include <complex>

template <>
struct model::ElementTypeOf<std::complex<float>> {
    static constexpr auto value = ElementType::Complex64;
};
template <>
struct model::ElementTypeOf<std::complex<double>> {
    static constexpr auto value = ElementType::Complex128;
};

namespace engine {

/// All types with arithmetic, for the few operators that also take complex numbers and bool.
using ArithmeticTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool,
    std::complex<float>, std::complex<double>>;

/// Types that can be multiplied by a real factor, as interpolation needs.
using ScalableTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t,
    std::complex<float>, std::complex<double>>;

template <typename T>
inline constexpr bool isComplex
    = std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

} // namespace engine
