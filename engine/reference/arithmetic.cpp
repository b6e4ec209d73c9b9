#include "engine/functors/arithmetic.h"
#include "engine/reference/elementwise.h"

// Add, Sub, Mul, Div, Mod, Pow with broadcasting. Integer arithmetic wraps; an integer divided by
// zero gives 0, as in numpy.

namespace engine {

namespace {

Result<void> runMod(const OpNode& node, RunContext& context)
{
    if (node.flag("fmod"))
        return runBinary<NumberTypes, functors::TruncatedRemainder {}>(node, context);
    return runBinary<NumberTypes, functors::FloorRemainder {}>(node, context);
}

/// Pow with exponents of type E. Integers stay integers: double cannot hold those beyond 2^53.
template <typename E>
Result<void> raise(const OpNode& node, RunContext& context, const std::vector<E>& exponents)
{
    const auto& base = context.tensor(0);
    const auto& exponent = context.tensor(1);
    const auto pair = TRY(broadcastPair(node, base, exponent));
    auto* output = TRY(context.output(0, base.element(), pair.dims));
    const auto strideA = pair.loop.rowStrides()[0];
    const auto strideB = pair.loop.rowStrides()[1];
    auto combine = [&]<typename T>() -> Result<void> {
        const T* bases = storage<T>(base);
        T* out = storage<T>(*output);
        pair.loop.forEachRow([&](const auto& offsets) {
            for (std::int64_t i = 0; i < pair.loop.rowLength(); ++i) {
                const E by = exponents[static_cast<std::size_t>(offsets[1] + i * strideB)];
                out[offsets[2] + i] = static_cast<T>(
                    functors::Power {}(widen(bases[offsets[0] + i * strideA]), by));
            }
        });
        return {};
    };
    return visitElement(NumberTypes {}, base.element(), combine);
}

/// Pow. The result has the type of the base.
Result<void> runPow(const OpNode& node, RunContext& context)
{
    const auto& exponent = context.tensor(1);
    if (exponent.element() == ElementType::Int64 || exponent.element() == ElementType::Int32)
        return raise(node, context, TRY(readIntegers(exponent)));
    if (exponent.element() == ElementType::Uint64) {
        const auto numbers = exponent.as<std::uint64_t>();
        return raise(node, context, std::vector(numbers.begin(), numbers.end()));
    }
    return raise(node, context, TRY(readNumbers(exponent)));
}

const RegisterReference arithmetic[] = {
    { "Add", runBinary<NumberTypes, functors::Plus {}>, onNumbers },
    { "Sub", runBinary<NumberTypes, functors::Minus {}>, onNumbers },
    { "Mul", runBinary<NumberTypes, functors::Times {}>, onNumbers },
    { "Div", runBinary<NumberTypes, functors::Quotient {}>, onNumbers },
    { "Mod", runMod, onNumbers },
    { "Pow", runPow, onNumbers },
};

} // namespace

} // namespace engine
