#include "engine/reference/elementwise.h"

#include <cmath>

// The operators of one element of the table in engine/functors/elementwise.h, IsInf and IsNaN. fp16
// and bfloat16 are computed in float and rounded once.

namespace engine {

namespace {

Result<void> runUnary(const ElementwiseOperator& row, const OpNode& node, RunContext& context)
{
    const float a = row.a.of(node);
    const float b = row.b.of(node);
    switch (functorOf(row, node)) {
#define OPSCOPE_CASE(name, elements, ...)                                                          \
    case Functor::name:                                                                            \
        return mapElements<elements##Types>(context, functors::bound<functors::name>(a, b));
        OPSCOPE_UNARY_OPERATORS(OPSCOPE_CASE, OPSCOPE_CASE)
#undef OPSCOPE_CASE
    default:
        return fail(row.type, " does not take one input");
    }
}

Result<void> runIsInf(const OpNode& node, RunContext& context)
{
    const bool takesPositive = node.integer("detect_positive", 1) != 0;
    const bool takesNegative = node.integer("detect_negative", 1) != 0;
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    auto target = output->as<bool>();
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i] = std::isinf(values[i]) && (values[i] > 0 ? takesPositive : takesNegative);
    return {};
}

Result<void> runIsNan(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    auto target = output->as<bool>();
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i] = std::isnan(values[i]);
    return {};
}

const bool areUnaryRegistered = [] {
    for (const auto& row : elementwiseOperators()) {
        if (row.mostInputs == 1)
            registerRow(row, runUnary);
    }
    return true;
}();

const RegisterReference predicates[] = {
    { "IsInf", runIsInf },
    { "IsNaN", runIsNan },
};

} // namespace

} // namespace engine
