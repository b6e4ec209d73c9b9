// Softmax and related operators along an axis.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

void alongAxis(InferenceContext& context)
{
    sameAsFirst(context);
    if (const auto rank = context.rank(0))
        resolveAxis(context, context.integer("axis", -1), *rank);
}

/// Before opset 13 the input is reshaped to a matrix at `axis`, so `axis` may equal the rank.
void fromAxis(InferenceContext& context)
{
    sameAsFirst(context);
    const auto rank = context.rank(0);
    const auto axis = context.integer("axis", 1);
    if (rank && axis != static_cast<std::int64_t>(*rank))
        resolveAxis(context, axis, *rank);
}

/// Maximum, subtraction, sum and division: four operations and one exponential per element.
Cost softmaxCost(const CostContext& context)
{
    auto cost = perOutput(context, 4);
    cost.transcendental = context.outputElements(0);
    return cost;
}

/// Softmax, LogSoftmax and Hardmax.
History alongOneAxis(const OperatorVersions::CostRule& cost)
{
    return [cost](OperatorVersions& versions) {
        versions.since(1, "input: T -> output: T", "T: floats")
            .attributes("axis: int = 1")
            .since(11)
            .rules(fromAxis, cost)
            .since(13, "T: floats bfloat16")
            .attributes("axis: int = -1")
            .rules(alongAxis, cost);
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
