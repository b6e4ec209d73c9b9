#include "engine/functors/arithmetic.h"
#include "engine/reference/elementwise.h"
#include "engine/reference/rounding.h"

#include <cmath>

// Max, Min, Sum, Mean of any number of inputs, and Clip.

namespace engine {

namespace {

std::size_t inputCount(const RunContext& context)
{
    std::size_t count = 0;
    while (context.hasInput(count))
        ++count;
    return count;
}

/// Combines all inputs in arithmetic precision, then calls `finish` with the result and the number
/// of inputs.
template <typename List, auto op, auto finish>
Result<void> runVariadic(const OpNode&, RunContext& context)
{
    const auto count = inputCount(context);
    Dims dims;
    for (std::size_t i = 0; i < count; ++i) {
        if (context.tensor(i).element() != context.tensor(0).element())
            return fail("inputs 0 and ", i, " have different element types");
        dims = TRY(broadcastDims(dims, context.tensor(i).dims()));
    }
    auto* output = TRY(context.output(0, context.tensor(0).element(), dims));
    return visitElement(List {}, output->element(), [&]<typename T>() {
        using A = Arithmetic<T>;
        std::vector<A> sum(output->count());
        for (std::size_t k = 0; k < count; ++k) {
            const auto& input = context.tensor(k);
            const StridedLoop<2> loop(
                dims, { broadcastStrides(input.dims(), dims), denseStrides(dims) });
            loop.forEach([&](const auto& at) {
                const A x = widen(storage<T>(input)[at[0]]);
                A& y = sum[at[1]];
                y = k == 0 ? x : static_cast<A>(op(y, x));
            });
        }
        for (std::size_t i = 0; i < sum.size(); ++i)
            output->as<T>()[i] = static_cast<T>(finish(sum[i], count));
    });
}

constexpr auto asIs = [](auto x, std::size_t) { return x; };
constexpr auto divided
    = [](auto x, std::size_t count) { return x / static_cast<decltype(x)>(count); };

template <typename T>
struct Limits {
    std::optional<Arithmetic<T>> low;
    std::optional<Arithmetic<T>> high;
};

/// Returns a limit that is an attribute. For integers it is truncated and kept in their range: the
/// default of `min` is the lowest float.
template <typename A>
A limitFrom(float written)
{
    if constexpr (std::is_integral_v<A>)
        return roundedTo<A>(std::trunc(static_cast<double>(written)));
    else
        return static_cast<A>(written);
}

template <typename T>
Result<Limits<T>> limitsOf(const OpNode& node, const RunContext& context)
{
    Limits<T> limits;
    if (node.version < 11) {
        if (const auto low = node.real("min"))
            limits.low = limitFrom<Arithmetic<T>>(*low);
        if (const auto high = node.real("max"))
            limits.high = limitFrom<Arithmetic<T>>(*high);
        return limits;
    }
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (!context.hasInput(i))
            continue;
        const auto& limit = context.tensor(i);
        if (limit.count() != 1 || limit.element() != context.tensor(0).element())
            return fail("limit ", i, " of Clip is ", limit.dims(), " ", limit.element(),
                ", expected one element of the input's type");
        (i == 1 ? limits.low : limits.high) = widen(limit.as<T>()[0]);
    }
    return limits;
}

Result<void> runClip(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    auto clip = [&]<typename T>() -> Result<void> {
        const auto limits = TRY(limitsOf<T>(node, context));
        const auto source = input.as<T>();
        for (std::size_t i = 0; i < source.size(); ++i) {
            auto x = widen(source[i]);
            if (limits.low && x < *limits.low)
                x = *limits.low;
            if (limits.high && x > *limits.high)
                x = *limits.high;
            output->as<T>()[i] = static_cast<T>(x);
        }
        return {};
    };
    return visitElement(NumberTypes {}, input.element(), clip);
}

const RegisterReference variadic[] = {
    { "Max", runVariadic<NumberTypes, functors::Larger {}, asIs>, onNumbers },
    { "Min", runVariadic<NumberTypes, functors::Smaller {}, asIs>, onNumbers },
    { "Sum", runVariadic<FloatTypes, functors::Plus {}, asIs>, onFloats },
    { "Mean", runVariadic<FloatTypes, functors::Plus {}, divided>, onFloats },
    { "Clip", runClip, onNumbers },
};

} // namespace

} // namespace engine
