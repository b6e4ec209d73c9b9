// Normalisations over batches, layers, groups and instances.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <string>

namespace model::ops {

namespace {

void batchNormalization(InferenceContext& context)
{
    sameAsFirst(context);
    expectRankAtLeast(context, 0, 1);
    const auto channels = context.rank(0) == 1u ? Dimension::number(1) : context.dim(0, 1);
    for (std::size_t i = 1; i < 5; ++i)
        if (context.version() >= 7 || context.integer("spatial", 1) != 0)
            expectLength(context, i, channels, "the number of channels");
    setFrom(context, 1, context.element(context.version() >= 14 ? 3 : 0), Shape { channels });
}

void instanceNormalization(InferenceContext& context)
{
    sameAsFirst(context);
    expectRankAtLeast(context, 0, 3);
    for (const std::size_t i : { 1, 2 })
        expectLength(context, i, context.dim(0, 1), "the number of channels");
}

void layerNormalization(InferenceContext& context)
{
    sameAsFirst(context);
    const auto stash = elementAttribute(context, "stash_type", ElementType::Float);
    setFrom(context, 1, stash);
    auto shape = knownShape(context, 0);
    for (const std::size_t i : { 1, 2 })
        expectBroadcastTo(context, i, shape, "the input");
    const auto axis = shape ? axisAttribute(context, -1, shape->size()) : std::nullopt;
    if (!axis)
        return;
    std::fill(
        shape->begin() + static_cast<std::ptrdiff_t>(*axis), shape->end(), Dimension::number(1));
    setFrom(context, 1, stash, shape);
}

/// The output has the element type of the scale, which may be wider than that of the input.
void rmsNormalization(InferenceContext& context)
{
    layerNormalization(context);
    if (context.hasShape(0))
        context.setTensor(0, context.element(1), context.shape(0));
}

void groupNormalization(InferenceContext& context)
{
    sameAsFirst(context);
    expectRankAtLeast(context, 0, 3);
    const auto groups = context.integer("num_groups", 0);
    const auto channels = context.dim(0, 1);
    if (groups < 1 || (channels.isNumber() && *channels.value() % groups != 0)) {
        context.error("attribute 'num_groups' is " + std::to_string(groups)
            + ", which does not divide " + channels.text() + " channels");
        return;
    }
    const auto length = context.version() >= 21 ? channels : Dimension::number(groups);
    for (const std::size_t i : { 1, 2 })
        expectLength(context, i, length,
            context.version() >= 21 ? "the number of channels" : "the number of groups");
}

void dropout(InferenceContext& context)
{
    sameAsFirst(context);
    passOn(context, 0, 1);
    if (context.version() >= 10)
        context.setTensor(1, ElementType::Bool, knownShape(context, 0));
}

/// Returns the number of elements before `axis`; each has its own mean and variance.
std::uint64_t outerElements(const CostContext& context)
{
    const auto rank = context.inputRank(0);
    const auto axis = context.integer("axis", -1);
    const auto end = static_cast<std::size_t>(
        std::max<std::int64_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis, 0));
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < std::min(end, rank); ++i)
        count = multiplied(count, context.inputDim(0, i));
    return count;
}

Cost layerNormalizationCost(const CostContext& context)
{
    return costGroups(context, 7, outerElements(context));
}
Cost rmsNormalizationCost(const CostContext& context)
{
    return costGroups(context, 4, outerElements(context));
}

Cost instanceNormalizationCost(const CostContext& context)
{
    return costGroups(context, 8, multiplied(context.inputDim(0, 0), context.inputDim(0, 1)));
}

Cost groupNormalizationCost(const CostContext& context)
{
    const auto groups = positiveInteger(context, "num_groups");
    return costGroups(context, 8, multiplied(context.inputDim(0, 0), groups));
}

/// Adds the squares of `size` neighbours, then a power and a division.
Cost lrnCost(const CostContext& context)
{
    auto cost = perOutput(context, positiveInteger(context, "size") + 3);
    cost.transcendental = context.outputElements(0);
    return cost;
}

const RegisterOperators normalizationOperators {
    op("BatchNormalization",
        "Normalises each channel by a mean and a variance, stored ones at inference, then scales "
        "and shifts it.")
        .since(1,
            "X: T, scale: T, B: T, mean: T, var: T -> Y: T, mean?: T, var?: T, saved_mean?: T, "
            "saved_var?: T",
            "T: floats")
        .attributes("consumed_inputs: ints required, epsilon: float = 1e-05, is_test: int = 0, "
                    "momentum: float = 0.9, spatial: int = 1")
        .since(6)
        .without("consumed_inputs")
        .since(7)
        .without("is_test")
        .since(9)
        .without("spatial")
        .since(14,
            "X: T, scale: T, B: T, input_mean: U, input_var: U -> Y: T, running_mean?: U, "
            "running_var?: U",
            "T: floats bfloat16; U: floats bfloat16")
        .attributes("training_mode: int = 0")
        .since(15,
            "X: T, scale: T1, B: T1, input_mean: T2, input_var: T2 -> Y: T, running_mean?: T2, "
            "running_var?: T2",
            "T1: floats bfloat16; T2: floats bfloat16")
        .withoutTypes("U")
        // One multiplication and one addition per element: mean and variance are folded into scale
        // and bias.
        .rules(batchNormalization, costPerOutput(2)),

    op("InstanceNormalization",
        "Normalises each channel of each sample by its own mean and variance, then scales and "
        "shifts it.")
        .since(1, "input: T, scale: T, B: T -> output: T", "T: floats")
        .attributes("consumed_inputs: ints, epsilon: float = 1e-05")
        .since(6)
        .without("consumed_inputs")
        .since(22, "T: floats bfloat16")
        .rules(instanceNormalization, instanceNormalizationCost),

    op("LayerNormalization",
        "Normalises over the trailing axes by their mean and variance, then scales and shifts.")
        // Not in ONNX's specification: ONNX Runtime writes this operator into files of older opsets
        // too.
        .since(1, "X: T, Scale: T, B?: T -> Y: T, Mean?: U, InvStdDev?: U",
            "T: floats bfloat16; U: float double")
        .attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
        .since(17, "T: floats bfloat16; U: float bfloat16")
        .rules(layerNormalization, layerNormalizationCost),

    op("RMSNormalization",
        "Divides by the root of the mean square over the trailing axes, then scales; a layer norm "
        "without the mean.")
        .since(23, "X: T, scale: V -> Y: V", "T: floats bfloat16; V: floats bfloat16")
        .attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
        .rules(rmsNormalization, rmsNormalizationCost),

    op("GroupNormalization",
        "Normalises groups of channels by their own mean and variance, then scales and shifts.")
        // Scale and bias per group. Deprecated in favour of version 21 with scale and bias per
        // channel.
        .since(18, "X: T, scale: T, bias: T -> Y: T", "T: floats bfloat16")
        .attributes("epsilon: float = 1e-05, num_groups: int required")
        .deprecated()
        .since(21)
        .attributes("stash_type: int = 1")
        .rules(groupNormalization, groupNormalizationCost),

    op("LpNormalization", "Divides by the p-norm along one axis.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("axis: int = -1, p: int = 2")
        .since(22, "T: floats bfloat16")
        .rules(sameAsFirstAlongAxis, costElementwise),

    elementwise("MeanVarianceNormalization",
        "Subtracts the mean and divides by the standard deviation over the given axes.")
        .since(9, "X: T -> Y: T", "T: floats")
        .attributes("axes: ints = [0 2 3]")
        .since(13, "T: floats bfloat16"),

    op("LRN",
        "Divides each element by a power of the energy of its neighbouring channels (AlexNet).")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes(
            "alpha: float = 0.0001, beta: float = 0.75, bias: float = 1, size: int required")
        .since(13, "T: floats bfloat16")
        .rules(sameAsFirst, lrnCost),

    op("Dropout", "Drops elements at random while training; at inference it passes its input on.")
        .since(1, "data: T -> output: T, mask?: T", "T: floats")
        .attributes("consumed_inputs: ints, is_test: int = 0, ratio: float = 0.5")
        .since(6)
        .without("consumed_inputs")
        .since(7)
        .without("is_test")
        .since(10, "T1: bool")
        .outputs("output: T, mask?: T1")
        .since(12, "data: T, ratio?: T1, training_mode?: T2 -> output: T, mask?: T2",
            "T1: floats; T2: bool")
        .without("ratio")
        .attributes("seed: int")
        .since(13, "T: floats bfloat16")
        .since(22, "T: floats float8 bfloat16; T1: floats float8 bfloat16")
        .rules(dropout, costView),

    // ONNX Runtime's optimiser writes this operator into files of any opset.
    op("SimplifiedLayerNormalization", "RMSNormalization under the name ONNX Runtime gives it.")
        .since(1, "X: T, scale: V -> Y: V, inv_std_var?: U",
            "T: floats bfloat16; U: float double; V: floats bfloat16")
        .attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
        .rules(rmsNormalization, rmsNormalizationCost),
};

} // namespace

} // namespace model::ops
