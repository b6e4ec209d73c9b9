#include "engine/reference/elementwise.h"

#include <algorithm>
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

template <typename Test>
Result<void> testElements(RunContext& context, const Test& test)
{
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    std::ranges::transform(values, output->as<bool>().begin(), test);
    return {};
}

Result<void> runIsInf(const OpNode& node, RunContext& context)
{
    const bool takesPositive = node.integer("detect_positive", 1) != 0;
    const bool takesNegative = node.integer("detect_negative", 1) != 0;
    return testElements(context,
        [&](double x) { return std::isinf(x) && (x > 0 ? takesPositive : takesNegative); });
}

Result<void> runIsNan(const OpNode&, RunContext& context)
{
    return testElements(context, [](double x) { return std::isnan(x); });
}

const bool areUnaryRegistered = [] {
    for (const auto& row : elementwiseOperators()) {
        if (row.maxInputs == 1)
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
