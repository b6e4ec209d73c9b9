#pragma once

#include "engine/kernel/element_dispatch.h"

#include <vector>

namespace engine {

/// Writes values in float or double to an output of a floating-point type. Fails if their number
/// does not fit `dims`. Does nothing if the output is not used.
template <typename Real>
Result<void> writeFloats(RunContext& context, std::size_t output, ElementType element,
    const Dims& dims, const std::vector<Real>& values)
{
    if (!context.hasOutput(output))
        return {};
    auto* tensor = TRY(context.output(output, element, dims));
    if (static_cast<std::int64_t>(values.size()) != tensor->count())
        return fail("output ", output, " has ", values.size(), " values for ", dimsText(dims));
    return visitElement(FloatTypes {}, element, [&]<typename T>() {
        for (std::size_t i = 0; i < values.size(); ++i)
            tensor->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(values[i]));
    });
}

} // namespace engine
