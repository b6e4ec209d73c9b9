#pragma once

#include "model/element_type.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

/// Which operators are functions of single elements, and by which functor of engine/functors: for
/// passes that fuse them and for code that is generated of them. What a kernel written by hand
/// takes, a chain takes.

/// How a function is written in C++.
enum class FunctionForm : std::uint8_t {
    Call, ///< `Plus {}(a, b)`, `LeakyRelu { p }(a)`
    Join, ///< `Plus {}(Plus {}(a, b), c)` of any number of operands
    Mean, ///< their sum by their number
    Convert, ///< to the term's element type
    Choose, ///< the second operand where the first is true, else the third
    Power, ///< the exponent may have another type
};

struct ElementwiseFunction {
    std::string_view name; ///< of the functor
    FunctionForm form = FunctionForm::Call;
    bool isTruth = false; ///< the result is a truth value
};
/// Null if there is none.
const ElementwiseFunction* functionNamed(std::string_view name);
std::span<const ElementwiseFunction> elementwiseFunctions();

enum class TakenElements : std::uint8_t { Floats, Numbers, NumbersAndBool, Signed, Integers, Bool };
bool takes(TakenElements taken, model::ElementType element);

/// An operator whose operands all have one element type.
struct ElementwiseOperator {
    /// An attribute and what it is where it is left out.
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
/// Null for operators that are none, or have a form of their own: Cast, Clip, Pow, Where.
const ElementwiseOperator* elementwiseOperator(std::string_view domain, std::string_view type);
std::span<const ElementwiseOperator> elementwiseOperators();

} // namespace engine
