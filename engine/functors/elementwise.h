#pragma once

#include "engine/functors/activation.h"
#include "engine/functors/comparison.h"
#include "engine/functors/unary.h"

#include <type_traits>

/// The table of operators that work element by element. Each functor has one row, in the header
/// that defines it:
///
///     ROW(functor, elements, "operator", .a = { "attribute", default }, .b = ..., .domain = ...)
///     VARIANT(functor, elements)      selected by an attribute of the operator in a row before it
///
/// `a` and `b` are the members of the functor; without `.domain` an operator is one of ai.onnx.
/// engine/kernel/elementwise_functions.h has the rows as data. Kernels of the reference tier and of
/// the GPU, and fused chains, are made for every row; native ones where engine/cpu/isa has vector
/// code for the functor. So a row is all that an operator needs to run on all devices.

#define OPSCOPE_UNARY_OPERATORS(ROW, VARIANT)                                                      \
    OPSCOPE_UNARY_FUNCTIONS(ROW)                                                                   \
    OPSCOPE_COMPLEMENTS(ROW)                                                                       \
    OPSCOPE_ACTIVATIONS(ROW, VARIANT)
#define OPSCOPE_BINARY_OPERATORS(ROW, VARIANT)                                                     \
    OPSCOPE_ARITHMETIC(ROW, VARIANT)                                                               \
    OPSCOPE_COMPARISONS(ROW, VARIANT)                                                              \
    OPSCOPE_BINARY_ACTIVATIONS(ROW)

namespace engine::functors {

/// Creates a functor with as many of the two parameters as it has.
template <typename F>
OPSCOPE_DEVICE constexpr F bound(float a, float b)
{
    if constexpr (requires { F { a, b }; })
        return F { a, b };
    else if constexpr (requires { F { a }; })
        return F { a };
    else
        return F {};
}

/// Whether a functor's results are truth values.
template <typename F>
constexpr bool isBoolean()
{
    if constexpr (requires { F {}(1); })
        return std::is_same_v<decltype(F {}(1)), bool>;
    else
        return std::is_same_v<decltype(F {}(1, 1)), bool>;
}

} // namespace engine::functors
