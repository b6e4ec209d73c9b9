#include "engine/kernel/elementwise_functions.h"

#include "engine/kernel/elementwise_chain.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using enum TakenElements;
using Function = ElementwiseFunction;
using Operator = ElementwiseOperator;

constexpr std::size_t many = ElementwiseChain::mostInputs;

constexpr std::array functions {
    Function { "Absolute" },
    Function { "Negate" },
    Function { "Sign" },
    Function { "Relu" },
    Function { "Not", FunctionForm::Call, true },
    Function { "BitwiseNot" },
    Function { "Ceil" },
    Function { "Floor" },
    Function { "Round" },
    Function { "Sqrt" },
    Function { "Exp" },
    Function { "Log" },
    Function { "Reciprocal" },
    Function { "Sin" },
    Function { "Cos" },
    Function { "Tan" },
    Function { "Asin" },
    Function { "Acos" },
    Function { "Atan" },
    Function { "Sinh" },
    Function { "Cosh" },
    Function { "Tanh" },
    Function { "Asinh" },
    Function { "Acosh" },
    Function { "Atanh" },
    Function { "GaussError" },
    Function { "LeakyRelu" },
    Function { "Elu" },
    Function { "Selu" },
    Function { "Celu" },
    Function { "Sigmoid" },
    Function { "HardSigmoid" },
    Function { "HardSwish" },
    Function { "ThresholdedRelu" },
    Function { "Shrink" },
    Function { "Softplus" },
    Function { "Softsign" },
    Function { "Mish" },
    Function { "Swish" },
    Function { "GeluByErf" },
    Function { "GeluByTanh" },
    Function { "Plus", FunctionForm::Join },
    Function { "Minus" },
    Function { "Times" },
    Function { "Quotient" },
    Function { "FloorRemainder" },
    Function { "TruncatedRemainder" },
    Function { "PRelu" },
    Function { "And", FunctionForm::Call, true },
    Function { "Or", FunctionForm::Call, true },
    Function { "Xor", FunctionForm::Call, true },
    Function { "BitwiseAnd" },
    Function { "BitwiseOr" },
    Function { "BitwiseXor" },
    Function { "ShiftLeft" },
    Function { "ShiftRight" },
    Function { "Equal", FunctionForm::Call, true },
    Function { "Less", FunctionForm::Call, true },
    Function { "LessOrEqual", FunctionForm::Call, true },
    Function { "Greater", FunctionForm::Call, true },
    Function { "GreaterOrEqual", FunctionForm::Call, true },
    Function { "Larger", FunctionForm::Join },
    Function { "Smaller", FunctionForm::Join },
    Function { "Mean", FunctionForm::Mean },
    Function { "AtLeast" },
    Function { "AtMost" },
    Function { "Convert", FunctionForm::Convert },
    Function { "Choose", FunctionForm::Choose },
    Function { "Power", FunctionForm::Power },
};

constexpr std::array operators {
    Operator { "Abs", "Absolute", Numbers },
    Operator { "Neg", "Negate", Signed },
    Operator { "Sign", "Sign", Numbers },
    Operator { "Relu", "Relu", Signed },
    Operator { "Not", "Not", Bool },
    Operator { "BitwiseNot", "BitwiseNot", Integers },
    Operator { "Ceil", "Ceil" },
    Operator { "Floor", "Floor" },
    Operator { "Round", "Round" },
    Operator { "Sqrt", "Sqrt" },
    Operator { "Exp", "Exp" },
    Operator { "Log", "Log" },
    Operator { "Reciprocal", "Reciprocal" },
    Operator { "Sin", "Sin" },
    Operator { "Cos", "Cos" },
    Operator { "Tan", "Tan" },
    Operator { "Asin", "Asin" },
    Operator { "Acos", "Acos" },
    Operator { "Atan", "Atan" },
    Operator { "Sinh", "Sinh" },
    Operator { "Cosh", "Cosh" },
    Operator { "Tanh", "Tanh" },
    Operator { "Asinh", "Asinh" },
    Operator { "Acosh", "Acosh" },
    Operator { "Atanh", "Atanh" },
    Operator { "Erf", "GaussError", Numbers },
    Operator { "LeakyRelu", "LeakyRelu", Floats, 1, 1, { "alpha", 0.01F } },
    Operator { "Elu", "Elu", Floats, 1, 1, { "alpha", 1.0F } },
    Operator { "Selu", "Selu", Floats, 1, 1, { "alpha", 1.67326319217681884765625F },
        { "gamma", 1.05070102214813232421875F } },
    Operator { "Celu", "Celu", Floats, 1, 1, { "alpha", 1.0F } },
    Operator { "Sigmoid", "Sigmoid" },
    Operator { "HardSigmoid", "HardSigmoid", Floats, 1, 1, { "alpha", 0.2F }, { "beta", 0.5F } },
    Operator { "HardSwish", "HardSwish" },
    Operator { "ThresholdedRelu", "ThresholdedRelu", Floats, 1, 1, { "alpha", 1.0F } },
    Operator { "Shrink", "Shrink", Numbers, 1, 1, { "lambd", 0.5F }, { "bias", 0.0F } },
    Operator { "Softplus", "Softplus" },
    Operator { "Softsign", "Softsign" },
    Operator { "Mish", "Mish" },
    Operator { "Swish", "Swish", Floats, 1, 1, { "alpha", 1.0F } },
    Operator { "Gelu", "GeluByErf" },
    Operator { "Gelu", "GeluByErf", Floats, 1, 1, {}, {}, "com.microsoft" },
    Operator { "QuickGelu", "Swish", Floats, 1, 1, { "alpha", 1.702F }, {}, "com.microsoft" },
    Operator { "Add", "Plus", Numbers, 2, 2 },
    Operator { "Sub", "Minus", Numbers, 2, 2 },
    Operator { "Mul", "Times", Numbers, 2, 2 },
    Operator { "Div", "Quotient", Numbers, 2, 2 },
    Operator { "Mod", "FloorRemainder", Numbers, 2, 2 },
    Operator { "PRelu", "PRelu", Numbers, 2, 2 },
    Operator { "And", "And", Bool, 2, 2 },
    Operator { "Or", "Or", Bool, 2, 2 },
    Operator { "Xor", "Xor", Bool, 2, 2 },
    Operator { "BitwiseAnd", "BitwiseAnd", Integers, 2, 2 },
    Operator { "BitwiseOr", "BitwiseOr", Integers, 2, 2 },
    Operator { "BitwiseXor", "BitwiseXor", Integers, 2, 2 },
    Operator { "BitShift", "ShiftLeft", Integers, 2, 2 },
    Operator { "Equal", "Equal", NumbersAndBool, 2, 2 },
    Operator { "Less", "Less", Numbers, 2, 2 },
    Operator { "LessOrEqual", "LessOrEqual", Numbers, 2, 2 },
    Operator { "Greater", "Greater", Numbers, 2, 2 },
    Operator { "GreaterOrEqual", "GreaterOrEqual", Numbers, 2, 2 },
    Operator { "Max", "Larger", Numbers, 1, many },
    Operator { "Min", "Smaller", Numbers, 1, many },
    Operator { "Sum", "Plus", Numbers, 1, many },
    Operator { "Mean", "Mean", Numbers, 1, many },
};

} // namespace

const ElementwiseFunction* functionNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(functions, name, &ElementwiseFunction::name);
    return found == functions.end() ? nullptr : found;
}

bool takes(TakenElements taken, model::ElementType element)
{
    using model::ElementClass;
    const auto kind = model::traits(element).kind;
    const auto bits = model::traits(element).bits;
    const bool isNumber = (kind == ElementClass::Float && bits >= 16)
        || ((kind == ElementClass::SignedInteger || kind == ElementClass::UnsignedInteger)
            && bits >= 8);
    switch (taken) {
    case Floats:
        return isNumber && kind == ElementClass::Float;
    case Numbers:
        return isNumber;
    case NumbersAndBool:
        return isNumber || kind == ElementClass::Bool;
    case Signed:
        return isNumber && kind != ElementClass::UnsignedInteger;
    case Integers:
        return isNumber && kind != ElementClass::Float;
    case Bool:
        return kind == ElementClass::Bool;
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

} // namespace engine
