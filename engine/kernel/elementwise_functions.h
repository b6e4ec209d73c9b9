#pragma once

#include "model/element_type.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

/// Table of the operators that work element by element, with their functors of engine/functors.
/// Used by passes that fuse them and by the generator of device code. A chain accepts the same
/// element types as the hand-written kernel of the operator.

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

enum class TakenElements : std::uint8_t { Floats, Numbers, NumbersAndBool, Signed, Integers, Bool };
bool takes(TakenElements taken, model::ElementType element);

/// An operator whose operands all have one element type.
struct ElementwiseOperator {
    /// An attribute and its default.
    struct Parameter {
        std::string_view attribute = {};
        float fallback = 0;
    };
    std::string_view type;
    std::string_view function;
    TakenElements taken = TakenElements::Floats;
    std::size_t leastInputs = 1;
    std::size_t mostInputs = 1;
    Parameter a = {};
    Parameter b = {};
    std::string_view domain = {};
};
/// Returns the row of an operator. Null for other operators, and for Cast, Clip, Pow and Where,
/// which have rules of their own.
const ElementwiseOperator* elementwiseOperator(std::string_view domain, std::string_view type);
std::span<const ElementwiseOperator> elementwiseOperators();

} // namespace engine
