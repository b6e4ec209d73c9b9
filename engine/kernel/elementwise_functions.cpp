#include "engine/kernel/elementwise_functions.h"

#include "engine/kernel/elementwise_chain.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using Function = ElementwiseFunction;
using Operator = ElementwiseOperator;

#define OPSCOPE_FUNCTION(name, ...)                                                                \
    Function { #name, FunctionForm::Call, functors::isBoolean<functors::name>() },

/// The functions of the functors, in the order of Functor.
constexpr std::array functorFunctions { // of one element
    OPSCOPE_UNARY_OPERATORS(OPSCOPE_FUNCTION, OPSCOPE_FUNCTION)
    // of two elements
    OPSCOPE_BINARY_OPERATORS(OPSCOPE_FUNCTION, OPSCOPE_FUNCTION)
};

/// Functions that only chains use, or write in another form.
constexpr std::array chainFunctions {
    Function { "Plus", FunctionForm::Join },
    Function { "Larger", FunctionForm::Join },
    Function { "Smaller", FunctionForm::Join },
    Function { "Mean", FunctionForm::Mean },
    Function { "AtLeast" },
    Function { "AtMost" },
    Function { "Convert", FunctionForm::Convert },
    Function { "Choose", FunctionForm::Choose },
    Function { "Power", FunctionForm::Power },
};

constexpr std::size_t many = ElementwiseChain::maxInputs;

#define OPSCOPE_ROW(count, name, elements, operatorType, ...)                                      \
    Operator { .function = #name,                                                                  \
        .functor = Functor::name,                                                                  \
        .taken = TakenElements::elements,                                                          \
        .type = operatorType,                                                                      \
        .minInputs = count,                                                                        \
        .maxInputs = count __VA_OPT__(, ) __VA_ARGS__ },
#define OPSCOPE_UNARY(...) OPSCOPE_ROW(1, __VA_ARGS__)
#define OPSCOPE_BINARY(...) OPSCOPE_ROW(2, __VA_ARGS__)
#define OPSCOPE_NONE(...)

constexpr std::array operators {
    // one operand
    OPSCOPE_UNARY_OPERATORS(OPSCOPE_UNARY, OPSCOPE_NONE)
    // one operand, by functors that have a row already
    OPSCOPE_SAME_ACTIVATIONS(OPSCOPE_UNARY)
    // two operands
    OPSCOPE_BINARY_OPERATORS(OPSCOPE_BINARY, OPSCOPE_NONE)
    // any number of operands
    Operator { "Larger", Functor::Other, TakenElements::Number, "Max", 1, many },
    Operator { "Smaller", Functor::Other, TakenElements::Number, "Min", 1, many },
    Operator { "Plus", Functor::Other, TakenElements::Number, "Sum", 1, many },
    Operator { "Mean", Functor::Other, TakenElements::Number, "Mean", 1, many },
};

#undef OPSCOPE_FUNCTION
#undef OPSCOPE_ROW
#undef OPSCOPE_UNARY
#undef OPSCOPE_BINARY
#undef OPSCOPE_NONE

} // namespace

const ElementwiseFunction* functionNamed(std::string_view name)
{
    const auto* const special = std::ranges::find(chainFunctions, name, &Function::name);
    if (special != chainFunctions.end())
        return special;
    const auto* const found = std::ranges::find(functorFunctions, name, &Function::name);
    return found == functorFunctions.end() ? nullptr : found;
}

bool contains(TakenElements taken, ElementType type)
{
    switch (taken) {
    case TakenElements::Float:
        return contains(FloatTypes {}, type);
    case TakenElements::Number:
        return contains(NumberTypes {}, type);
    case TakenElements::Comparable:
        return contains(ComparableTypes {}, type);
    case TakenElements::Signed:
        return contains(SignedTypes {}, type);
    case TakenElements::Integer:
        return contains(IntegerTypes {}, type);
    case TakenElements::Bool:
        return contains(BoolTypes {}, type);
    }
    return false;
}

const ElementwiseOperator* elementwiseOperator(std::string_view domain, std::string_view type)
{
    const auto* const found = std::ranges::find_if(
        operators, [&](const Operator& row) { return row.type == type && row.domain == domain; });
    return found == operators.end() ? nullptr : found;
}

std::span<const ElementwiseOperator> elementwiseOperators() { return operators; }

Functor functorOf(const ElementwiseOperator& row, const OpNode& node)
{
    if (row.functor == Functor::GeluByErf && node.text("approximate", "none") == "tanh")
        return Functor::GeluByTanh;
    if (row.functor == Functor::FloorRemainder && node.flag("fmod"))
        return Functor::TruncatedRemainder;
    if (row.functor == Functor::ShiftLeft && node.text("direction", "LEFT") != "LEFT")
        return Functor::ShiftRight;
    return row.functor;
}

std::string_view functionOf(const ElementwiseOperator& row, const OpNode& node)
{
    const auto functor = functorOf(row, node);
    return functor == row.functor ? row.function
                                  : functorFunctions[static_cast<std::size_t>(functor)].name;
}

} // namespace engine
