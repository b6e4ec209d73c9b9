#pragma once

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <vector>

namespace engine {

/// Returns the numbers of an input as float or double; none if it is absent. Fails if there are not
/// `count` of them, unless it is negative.
template <typename Real>
Result<std::vector<Real>> optionalValues(
    const RunContext& context, std::size_t input, std::int64_t count = -1)
{
    if (!context.hasInput(input))
        return std::vector<Real> {};
    const auto& tensor = context.tensor(input);
    if (count >= 0 && tensor.count() != count)
        return fail("input ", input, " has ", tensor.count(), " elements, expected ", count);
    if constexpr (std::is_same_v<Real, float>)
        return readFloats(tensor);
    else
        return readNumbers(tensor);
}

/// The same with `fallback` for each element of an absent input.
template <typename Real>
Result<std::vector<Real>> valuesOr(
    const RunContext& context, std::size_t input, std::int64_t count, Real fallback)
{
    return context.hasInput(input) ? optionalValues<Real>(context, input, count)
                                   : std::vector<Real>(count, fallback);
}

/// Writes values in float or double to an output of a floating-point type. Fails if their number
/// does not fit `dims`. Does nothing if the output is not used.
template <typename Real>
Result<void> writeFloats(RunContext& context, std::size_t output, ElementType element,
    const Dims& dims, const std::vector<Real>& values)
{
    if (!context.hasOutput(output))
        return {};
    auto* tensor = TRY(context.output(output, element, dims));
    if (std::ssize(values) != tensor->count())
        return fail("output ", output, " has ", values.size(), " values for ", dims);
    return visitElement(FloatTypes {}, element, [&]<typename T>() {
        for (std::size_t i = 0; i < values.size(); ++i)
            tensor->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(values[i]));
    });
}

/// Writes at(i) to each element i of output 0, which has a floating-point type. The output comes
/// first: nothing is computed for one that is refused.
template <typename At>
Result<void> fillFloats(RunContext& context, ElementType element, const Dims& dims, const At& at)
{
    auto* output = TRY(context.output(0, element, dims));
    return visitElement(FloatTypes {}, element, [&]<typename T>() {
        for (std::int64_t i = 0; i < output->count(); ++i)
            storage<T>(*output)[i] = static_cast<T>(static_cast<Arithmetic<T>>(at(i)));
    });
}

} // namespace engine
