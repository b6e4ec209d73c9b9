#include "engine/reference/elementwise.h"
#include "engine/reference/rounding.h"

#include <cmath>

// Add, Sub, Mul, Div, Mod, Pow with broadcasting. Integer arithmetic wraps; an integer divided by
// zero gives 0, as in numpy.

namespace engine {

namespace {

constexpr auto plus = [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
        return static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b);
    else
        return a + b;
};
constexpr auto minus = [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
        return static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
    else
        return a - b;
};
constexpr auto times = [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
        return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    else
        return a * b;
};

/// Quotient towards zero.
template <typename T>
T quotient(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        if (b == 0)
            return 0;
        if (std::is_signed_v<T> && b == static_cast<T>(-1))
            return wrappingNegate(a);
        return static_cast<T>(a / b);
    } else {
        return a / b;
    }
}

/// Remainder with the sign of the divisor (fmod = 0).
template <typename T>
T floorRemainder(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        if (b == 0 || b == static_cast<T>(-1))
            return 0;
        const auto rest = static_cast<T>(a % b);
        return rest != 0 && ((rest < 0) != (b < 0)) ? static_cast<T>(rest + b) : rest;
    } else {
        const T rest = std::fmod(a, b);
        if (rest == T(0))
            return std::copysign(rest, b);
        return (rest < T(0)) != (b < T(0)) ? rest + b : rest;
    }
}

/// Remainder with the sign of the dividend (fmod = 1).
template <typename T>
T truncatedRemainder(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
        return b == 0 || b == static_cast<T>(-1) ? T(0) : static_cast<T>(a % b);
    else
        return std::fmod(a, b);
}

Result<void> runMod(const OpNode& node, RunContext& context)
{
    if (node.flag("fmod"))
        return runBinary<NumberTypes, [](auto a, auto b) { return truncatedRemainder(a, b); }>(
            node, context);
    return runBinary<NumberTypes, [](auto a, auto b) { return floorRemainder(a, b); }>(
        node, context);
}

template <typename T>
T integerPower(T base, std::int64_t exponent)
{
    auto square = static_cast<std::uint64_t>(base);
    std::uint64_t power = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            power *= square;
        square *= square;
    }
    return static_cast<T>(power);
}

template <typename T>
T power(T base, double exponent)
{
    if constexpr (std::is_integral_v<T>) {
        const bool isExact = exponent >= 0 && exponent < 9e18 && exponent == std::floor(exponent);
        if (isExact)
            return integerPower(base, static_cast<std::int64_t>(exponent));
    }
    const double result = std::pow(static_cast<double>(base), exponent);
    if constexpr (std::is_integral_v<T>)
        return toInteger<T>(result);
    else
        return static_cast<T>(result);
}

/// Pow: the result has the base's type, whatever the exponent's is.
Result<void> runPow(const OpNode& node, RunContext& context)
{
    const auto& base = context.tensor(0);
    const auto& exponent = context.tensor(1);
    const auto exponents = TRY(readNumbers(exponent));
    const auto pair = TRY(broadcastPair(node, base, exponent));
    auto* output = TRY(context.output(0, base.element(), pair.dims));
    const auto strideA = pair.loop.rowStrides()[0];
    const auto strideB = pair.loop.rowStrides()[1];
    auto combine = [&]<typename T>() -> Result<void> {
        const T* bases = storage<T>(base);
        T* out = storage<T>(*output);
        pair.loop.forEachRow([&](const auto& offsets) {
            for (std::int64_t i = 0; i < pair.loop.rowLength(); ++i) {
                const double by = exponents[static_cast<std::size_t>(offsets[1] + i * strideB)];
                out[offsets[2] + i]
                    = static_cast<T>(power(widen(bases[offsets[0] + i * strideA]), by));
            }
        });
        return {};
    };
    return visitElement(NumberTypes {}, base.element(), combine);
}

constexpr auto onNumbers = checkFirstInput<NumberTypes>;

const RegisterReference arithmetic[] = {
    { "Add", runBinary<NumberTypes, plus>, onNumbers },
    { "Sub", runBinary<NumberTypes, minus>, onNumbers },
    { "Mul", runBinary<NumberTypes, times>, onNumbers },
    { "Div", runBinary<NumberTypes, [](auto a, auto b) { return quotient(a, b); }>, onNumbers },
    { "Mod", runMod, onNumbers },
    { "Pow", runPow, onNumbers },
};

} // namespace

} // namespace engine
