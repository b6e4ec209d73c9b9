#pragma once

#include "engine/functors/elementwise.h"
#include "engine/kernel/element_dispatch.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

/// The table of engine/functors/elementwise.h as data, and the functions of fused chains. A chain
/// accepts the same element types as the kernel of the operator.

/// How generated C++ code writes a function.
enum class FunctionForm : std::uint8_t {
    Call, ///< `Plus {}(a, b)`, `LeakyRelu { p }(a)`
    Join, ///< `Plus {}(Plus {}(a, b), c)`, for any number of operands
    Mean, ///< sum of the operands, divided by their number
    Convert, ///< conversion to the term's element type
    Choose, ///< the second operand where the first is true, else the third
    Power, ///< the exponent may have another type
};

struct ElementwiseFunction {
    std::string_view name; ///< of the functor
    FunctionForm form = FunctionForm::Call;
    bool isBoolean = false; ///< the result is a truth value
};
/// Returns the function of this name; null if there is none.
const ElementwiseFunction* functionNamed(std::string_view name);

enum class TakenElements : std::uint8_t { Float, Number, Comparable, Signed, Integer, Bool };
bool contains(TakenElements taken, ElementType type);

#define OPSCOPE_NAME(functor, ...) functor,
/// The functors of the table.
enum class Functor : std::uint8_t {
    // of one element
    OPSCOPE_UNARY_OPERATORS(OPSCOPE_NAME, OPSCOPE_NAME)
    // of two elements
    OPSCOPE_BINARY_OPERATORS(OPSCOPE_NAME, OPSCOPE_NAME)
    // none of the table
    Other
};
#undef OPSCOPE_NAME

/// An operator whose operands all have one element type.
struct ElementwiseOperator {
    /// An attribute and its default.
    struct Parameter {
        std::string_view attribute = {};
        float fallback = 0;

        float of(const OpNode& node) const
        {
            return attribute.empty() ? 0 : node.real(attribute, fallback);
        }
    };
    std::string_view function;
    Functor functor = Functor::Other;
    TakenElements taken = TakenElements::Number;
    std::string_view type;
    std::size_t minInputs = 1;
    std::size_t maxInputs = 1;
    Parameter a = {};
    Parameter b = {};
    std::string_view domain = {};
};
/// Returns the row of an operator. Null for other operators, and for Cast, Clip, Pow and Where,
/// which have rules of their own.
const ElementwiseOperator* elementwiseOperator(std::string_view domain, std::string_view type);
/// Operators of one functor of the table take one input or two. Max, Min, Sum and Mean take any
/// number.
std::span<const ElementwiseOperator> elementwiseOperators();

/// Returns the functor that the attributes of a node select, and its name.
Functor functorOf(const ElementwiseOperator& row, const OpNode& node);
std::string_view functionOf(const ElementwiseOperator& row, const OpNode& node);

} // namespace engine
