// Activations: elementwise functions, some with parameters.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <cmath>

namespace model::ops {

namespace {

/// Slopes are broadcast to the input, never the input to the slopes. Before opset 7 there is one
/// slope, or one per channel.
void prelu(InferenceContext& context)
{
    sameAsFirst(context);
    const auto isPerChannel = context.version() < 7 && context.rank(1) == 1u;
    if (!isPerChannel)
        expectBroadcastTo(context, 1, knownShape(context, 0), "the input");
}

std::optional<std::vector<double>> bound(
    const InferenceContext& context, std::string_view attribute, std::size_t input)
{
    if (const auto written = context.real(attribute))
        return std::vector<double> { *written };
    const auto* known = context.elements(input);
    return known != nullptr ? asReals(*known) : std::nullopt;
}

constexpr double largestWhole
    = 9007199254740992.0; // 2^53: largest magnitude up to which a double represents every integer

void clip(InferenceContext& context)
{
    sameAsFirst(context);
    const auto* known = context.elements(0);
    const auto values = known != nullptr ? asReals(*known) : std::nullopt;
    if (!values)
        return;
    const auto lower = bound(context, "min", 1);
    const auto upper = bound(context, "max", 2);
    const auto isUnknown = (context.hasInput(1) && !lower) || (context.hasInput(2) && !upper);
    if (isUnknown)
        return;
    KnownElements result { known->dims, {}, {} };
    for (auto value : *values) {
        if (lower && !lower->empty())
            value = std::max(value, lower->front());
        if (upper && !upper->empty())
            value = std::min(value, upper->front());
        if (known->reals.empty())
            result.integers.push_back(std::abs(value) < largestWhole
                    ? Dimension::number(static_cast<std::int64_t>(value))
                    : Dimension());
        else
            result.reals.push_back(value);
    }
    context.setElements(0, std::move(result));
}

void gated(InferenceContext& context)
{
    sameAsFirst(context);
    if (context.hasShape(1) && expectShape(context, 1, knownShape(context, 0), "that of the gate")
        && context.hasShape(0))
        setLikeFirst(context, merge(context.shape(0), context.shape(1)));
}

const RegisterOperators activationOperators {
    elementwise("Relu", "Keeps positive elements and replaces negative ones by zero.")
        .history(oldUnary("X: T -> Y: T"))
        .since(14, "T: floats signed bfloat16"),

    elementwise("LeakyRelu",
        "As Relu, but negative elements are multiplied by a small slope instead of dropped.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float = 0.01, consumed_inputs: ints")
        .since(6)
        .without("consumed_inputs")
        .since(16, "T: floats bfloat16"),

    op("PRelu", "As LeakyRelu with learned slopes, one for all or one per channel.")
        .since(1, "X: T, slope: T -> Y: T", "T: floats")
        .attributes("consumed_inputs: ints")
        .since(6)
        .without("consumed_inputs")
        .since(7)
        .since(9, "T: floats wide")
        .since(16, "T: floats wide bfloat16")
        .rules(prelu, costElementwise),

    elementwise(
        "ThresholdedRelu", "Keeps elements above a threshold and replaces the others by zero.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float = 1")
        .since(10)
        .since(22, "T: floats bfloat16"),

    transcendental("Elu", "Keeps positive elements; negative ones bend smoothly towards -alpha.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float = 1, consumed_inputs: ints")
        .since(6)
        .without("consumed_inputs")
        .since(22, "T: floats bfloat16"),

    transcendental("Celu", "A form of Elu whose slope is continuous for every alpha.")
        .since(12, "X: T -> Y: T", "T: float")
        .attributes("alpha: float = 1")
        .since(28, "T: floats bfloat16"),

    transcendental("Selu",
        "A scaled Elu whose constants keep activations at zero mean and unit variance from layer "
        "to layer.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float = 1.6732, consumed_inputs: ints, gamma: float = 1.0507")
        .since(6)
        .without("consumed_inputs")
        .attributes("alpha: float = 1.67326319, gamma: float = 1.050701")
        .since(22, "T: floats bfloat16"),

    transcendental("Gelu",
        "x times the normal distribution function of x, exact or by the tanh approximation.")
        .since(20, "X: T -> Y: T", "T: floats bfloat16")
        .attributes("approximate: string = none"),

    transcendental("Sigmoid", "Logistic function: squeezes values into 0 to 1.")
        .history(oldUnary("X: T -> Y: T")),

    elementwise("HardSigmoid", "Straight-line approximation of Sigmoid, clipped to 0 and 1.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float = 0.2, beta: float = 0.5, consumed_inputs: ints")
        .since(6)
        .without("consumed_inputs")
        .since(22, "T: floats bfloat16"),

    elementwise("HardSwish", "x times a hard sigmoid of x; a cheap Swish.")
        .history(floatUnary(14, "X: T -> Y: T")),

    transcendental("Swish", "x times sigmoid(alpha x), also called SiLU for alpha 1.")
        .since(24, "X: T -> Y: T", "T: floats bfloat16")
        .attributes("alpha: float = 1"),

    transcendental("Mish", "x times tanh(softplus(x)).").history(floatUnary(18, "X: T -> Y: T")),

    transcendental("Softplus", "log(1 + exp(x)), a smooth Relu.")
        .history(floatUnary(1, "X: T -> Y: T")),

    elementwise("Softsign", "x / (1 + |x|).").history(floatUnary(1, "input: T -> output: T")),

    elementwise("Shrink",
        "Moves elements towards zero by a bias and sets those within the threshold to zero.")
        .since(9, "input: T -> output: T", "T: numbers")
        .attributes("bias: float = 0, lambd: float = 0.5"),

    op("Clip", "Limits elements to the range from min to max.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("consumed_inputs: ints, max: float, min: float")
        .since(6)
        .without("consumed_inputs")
        .attributes("max: float = 3.40282347e+38, min: float = -3.40282347e+38")
        .since(11)
        .inputs("input: T, min?: T, max?: T")
        .without("max, min")
        .since(12, "T: numbers")
        .since(13, "T: numbers bfloat16")
        .rules(clip, costElementwise),

    op("SwiGLU",
        "Swish of a gate times a value, element by element: the gated unit of transformer blocks.")
        .since(28, "A: T, B: T -> Y: T", "T: floats bfloat16")
        .attributes("alpha: float = 1")
        .rules(gated, costTranscendental),

    // Experimental operators of the first opsets, removed in opset 10. Old files still use them.
    transcendental("ScaledTanh",
        "alpha times the hyperbolic tangent of beta x. Experimental, withdrawn with opset 10.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("alpha: float, beta: float"),

    transcendental("ParametricSoftplus",
        "alpha times log(1 + exp(beta x)). Experimental, withdrawn with opset 10.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float, beta: float"),
};

} // namespace

} // namespace model::ops
