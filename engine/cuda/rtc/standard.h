#pragma once

// The parts of the standard library that engine/functors needs, for NVRTC only: it has no headers.
// <cmath>, <cstdint>, <limits> and <type_traits> all include this file there.
namespace std {

using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;

template <typename A, typename B>
inline constexpr bool is_same_v = false;
template <typename A>
inline constexpr bool is_same_v<A, A> = true;

template <typename T>
inline constexpr bool is_floating_point_v = is_same_v<T, float> || is_same_v<T, double>;
template <typename T>
inline constexpr bool is_integral_v
    = is_same_v<T, bool> || is_same_v<T, char> || is_same_v<T, int8_t> || is_same_v<T, int16_t> || is_same_v<T, int32_t> || is_same_v<T, long> || is_same_v<T, int64_t> || is_same_v<T, uint8_t> || is_same_v<T, uint16_t> || is_same_v<T, uint32_t> || is_same_v<T, unsigned long> || is_same_v<T, uint64_t>;
template <typename T>
inline constexpr bool is_unsigned_v = is_integral_v<T>&& T(0) < T(-1);
template <typename T>
inline constexpr bool is_signed_v = T(-1) < T(0);

template <typename T>
struct numeric_limits;
template <>
struct numeric_limits<int32_t> {
    __device__ static constexpr int32_t min() { return -2147483647 - 1; }
};
template <>
struct numeric_limits<int64_t> {
    __device__ static constexpr int64_t min() { return -9223372036854775807LL - 1; }
};

template <typename To, typename From>
__device__ constexpr To bit_cast(const From& from)
{
    return __builtin_bit_cast(To, from);
}

#define OPSCOPE_OF_ONE(name)                                                                       \
    __device__ inline float name(float x) { return ::name##f(x); }                                 \
    __device__ inline double name(double x) { return ::name(x); }
OPSCOPE_OF_ONE(acos)
OPSCOPE_OF_ONE(acosh)
OPSCOPE_OF_ONE(asin)
OPSCOPE_OF_ONE(asinh)
OPSCOPE_OF_ONE(atan)
OPSCOPE_OF_ONE(atanh)
OPSCOPE_OF_ONE(ceil)
OPSCOPE_OF_ONE(cos)
OPSCOPE_OF_ONE(cosh)
OPSCOPE_OF_ONE(erf)
OPSCOPE_OF_ONE(exp)
OPSCOPE_OF_ONE(expm1)
OPSCOPE_OF_ONE(fabs)
OPSCOPE_OF_ONE(floor)
OPSCOPE_OF_ONE(log)
OPSCOPE_OF_ONE(log1p)
OPSCOPE_OF_ONE(nearbyint)
OPSCOPE_OF_ONE(sin)
OPSCOPE_OF_ONE(sinh)
OPSCOPE_OF_ONE(sqrt)
OPSCOPE_OF_ONE(tan)
OPSCOPE_OF_ONE(tanh)
OPSCOPE_OF_ONE(trunc)
#undef OPSCOPE_OF_ONE

#define OPSCOPE_OF_TWO(name)                                                                       \
    __device__ inline float name(float a, float b) { return ::name##f(a, b); }                     \
    __device__ inline double name(double a, double b) { return ::name(a, b); }
OPSCOPE_OF_TWO(copysign)
OPSCOPE_OF_TWO(fmod)
OPSCOPE_OF_TWO(pow)
#undef OPSCOPE_OF_TWO

} // namespace std
