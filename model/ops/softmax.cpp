// Softmax and related operators along an axis.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

/// Before opset 13 the input is reshaped to a matrix at `axis`, so `axis` may equal the rank.
void fromAxis(InferenceContext& context)
{
    sameAsFirst(context);
    if (context.integer("axis", 1) != static_cast<std::int64_t>(context.rank(0).value_or(0)))
        expectAxis(context, 1);
}

/// Maximum, subtraction, sum and division: four operations and one exponential per element.
Cost softmaxCost(const CostContext& context)
{
    auto cost = perOutput(context, 4);
    cost.transcendental = context.outputElements(0);
    return cost;
}

/// Softmax, LogSoftmax and Hardmax.
History alongOneAxis(const CostRule& cost)
{
    return [cost](OperatorVersions& versions) {
        versions.since(1, "input: T -> output: T", "T: floats")
            .attributes("axis: int = 1")
            .since(11)
            .rules(fromAxis, cost)
            .since(13, "T: floats bfloat16")
            .attributes("axis: int = -1")
            .rules(sameAsFirstAlongAxis, cost);
    };
}

const RegisterOperators softmaxOperators {
    op("Softmax",
        "Exponentials along an axis divided by their sum: values that add up to one. Before opset "
        "13 over all axes from `axis` on.")
        .history(alongOneAxis(softmaxCost)),

    op("LogSoftmax", "Logarithm of Softmax, computed without overflow.")
        .history(alongOneAxis(softmaxCost)),

    op("Hardmax", "One at the first largest element along an axis, zero elsewhere.")
        .history(alongOneAxis(costElementwise)),
};

} // namespace

} // namespace model::ops
