// Convolutions.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <string>

namespace model::ops {

namespace {

/// The roles of the inputs of a convolution.
struct ConvRoles {
    std::size_t data = 0;
    std::size_t weights = 1;
    std::optional<std::size_t> bias = 2;
};

/// Returns the rank of data and weights. Nothing if both are unknown or if they differ.
std::optional<std::size_t> convRank(InferenceContext& context, const ConvRoles& roles)
{
    if (!expectRankAtLeast(context, roles.data, 3) || !expectRankAtLeast(context, roles.weights, 3))
        return std::nullopt;
    const auto rank = context.rank(roles.data);
    if (rank && !expectRank(context, roles.weights, { *rank }))
        return std::nullopt;
    return rank ? rank : context.rank(roles.weights);
}

/// Reports if `channels` of the weights cannot be shared by the groups.
void expectShared(InferenceContext& context, std::size_t weights, const Dimension& channels,
    const Dimension& groups, std::string_view role)
{
    if (channels.isNumber() && groups.isNumber() && *channels.value() % *groups.value() != 0)
        context.inputError(weights,
            "has " + channels.text() + " " + std::string(role) + " channels, which " + groups.text()
                + " groups cannot share");
}

/// N x Cin x D1 x D2 ..., weights Cout x Cin/group x K1 x K2 ... -> N x Cout x ...
std::optional<Shape> convShape(InferenceContext& context, const ConvRoles& roles)
{
    const auto rank = convRank(context, roles);
    if (!rank)
        return std::nullopt;
    const auto group = positiveAttribute(context, "group").value_or(Dimension());
    const auto outputs = context.dim(roles.weights, 0);
    expectDim(context, roles.data, 1, context.dim(roles.weights, 1) * group,
        "channels of the weights times groups");
    expectShared(context, roles.weights, outputs, group, "output");
    if (roles.bias)
        expectLength(context, *roles.bias, outputs, "the number of output channels");
    return windowedShape(
        context, roles.data, *rank, outputs, kernelOfWeights(context, roles.weights, *rank));
}

std::optional<Shape> conv(InferenceContext& context) { return convShape(context, {}); }

void convInteger(InferenceContext& context)
{
    context.setTensor(0, ElementType::Int32, convShape(context, { 0, 1, std::nullopt }));
    if (!(context.rank(2) == 1u && context.dim(2, 0).value() == 1))
        expectRank(context, 2, { 0 });
}

void qlinearConv(InferenceContext& context)
{
    context.setTensor(0, context.element(7), convShape(context, { 0, 3, 8 }));
}
std::optional<Shape> deformConv(InferenceContext& context)
{
    return convShape(context, { 0, 1, 3 });
}

/// stride * (size - 1) + output padding + dilated kernel size - pads. With auto_pad SAME: stride *
/// size.
Dimension transposedSize(
    const Window& window, std::size_t axis, const Dimension& size, std::int64_t outputPadding)
{
    const auto stride = Dimension::number(window.strides[axis]);
    if (window.isSame)
        return size * stride;
    const auto one = Dimension::number(1);
    const auto reach
        = (window.kernel[axis] - one) * Dimension::number(window.dilations[axis]) + one;
    const auto pads = Dimension::number(window.pads[axis])
        + Dimension::number(window.pads[axis + window.strides.size()]);
    return (size - one) * stride + Dimension::number(outputPadding) + reach - pads;
}

std::optional<Shape> convTranspose(InferenceContext& context)
{
    const auto rank = convRank(context, {});
    if (!rank)
        return std::nullopt;
    expectDim(context, 0, 1, context.dim(1, 0), "the input channels of the weights");
    const auto group = positiveAttribute(context, "group").value_or(Dimension());
    expectShared(context, 1, context.dim(1, 0), group, "input");
    const auto outputs = context.dim(1, 1) * group;
    expectLength(context, 2, outputs, "the number of output channels");
    const auto axes = *rank - 2;
    const auto window = windowOf(context, axes, kernelOfWeights(context, 1, *rank));
    auto asked = context.integers("output_shape").value_or(std::vector<std::int64_t> {});
    if (asked.size() == *rank)
        asked.erase(asked.begin(), asked.begin() + 2);
    auto padding = context.integers("output_padding").value_or(std::vector<std::int64_t> {});
    padding.resize(axes);
    Shape result { context.dim(0, 0), outputs };
    for (std::size_t axis = 0; axis < axes; ++axis) {
        auto size = window ? transposedSize(*window, axis, context.dim(0, axis + 2), padding[axis])
                           : Dimension();
        if (axis < asked.size())
            size = Dimension::number(asked[axis]);
        if (size.value().value_or(0) < 0) {
            context.error("spatial axis " + std::to_string(axis) + " of the output would have "
                + size.text() + " elements");
            size = Dimension();
        }
        result.push_back(std::move(size));
    }
    return result;
}

void causalConv(InferenceContext& context)
{
    sameAsFirst(context);
    expectRanks(context, { 0, 1 }, { 3 });
    expectDim(context, 1, 0, context.dim(0, 1), "the number of channels");
    const auto kept = context.dim(1, 2) - Dimension::number(1);
    context.setTensor(1, context.element(0), Shape { context.dim(0, 0), context.dim(0, 1), kept });
}

std::optional<Shape> col2Im(InferenceContext& context)
{
    expectRank(context, 0, { 3 });
    const auto image = context.integerElements(1);
    const auto block = context.integerElements(2);
    if (!image)
        return std::nullopt;
    const auto area = productOf(block.value_or(Shape(1)));
    Shape result { context.dim(0, 0), floorDiv(context.dim(0, 1), area) };
    result.insert(result.end(), image->begin(), image->end());
    return result;
}

/// Every input element contributes to a window: N * Cin * in * (Cout / group) * kernel
/// multiply-adds.
Cost convTransposeCost(const CostContext& context)
{
    auto cost = traffic(context);
    const auto inputs = context.inputDim(1, 0);
    cost.multiplyAdds
        = inputs == 0 ? 0 : multiplied(context.inputElements(0), context.inputElements(1) / inputs);
    cost.otherFlops = context.hasInput(2) ? context.outputElements(0) : 0;
    return cost;
}

const RegisterOperators convOperators {
    op("Conv",
        "Convolution over any number of spatial axes: each output channel is a weighted window "
        "over the input channels of its group, plus a bias.")
        .since(1, "X: T, W: T, B?: T -> Y: T", "T: floats")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, pads: ints, strides: ints")
        .since(11)
        .since(22, "T: floats bfloat16")
        .rules(conv, costWindow(1, { 2 })),

    op("ConvTranspose",
        "Transposed convolution: spreads each input element over a window, usually to enlarge an "
        "image.")
        .since(1, "X: T, W: T, B?: T -> Y: T", "T: floats")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, output_padding: ints, output_shape: ints, pads: ints, strides: ints")
        .since(11)
        .since(22, "T: floats bfloat16")
        .rules(convTranspose, convTransposeCost),

    op("ConvInteger",
        "Convolution of 8-bit integers with zero points; the result is int32, not rescaled.")
        .since(10, "x: T1, w: T2, x_zero_point?: T1, w_zero_point?: T2 -> y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: int32")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, pads: ints, strides: ints")
        .rules(convInteger, costWindow(1, {})),

    op("QLinearConv", "Convolution of quantised tensors whose result is quantised again.")
        .since(10,
            "x: T1, x_scale: float, x_zero_point: T1, w: T2, w_scale: float, w_zero_point: T2, "
            "y_scale: float, y_zero_point: T3, B?: T4 -> y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: int8 uint8; T4: int32")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, pads: ints, strides: ints")
        .rules(qlinearConv, costWindow(3, { 8 })),

    op("DeformConv",
        "Convolution whose sampling positions are moved by a computed offset, with an optional "
        "mask.")
        .since(19, "X: T, W: T, offset: T, B?: T, mask?: T -> Y: T", "T: floats")
        .attributes("dilations: ints, group: int = 1, kernel_shape: ints, offset_group: int = 1, "
                    "pads: ints, strides: ints")
        .since(22, "T: floats bfloat16")
        .rules(deformConv, costWindow(1, { 3 })),

    op("CausalConvWithState",
        "Depthwise convolution along time that looks only back and carries its last inputs over to "
        "the next call.")
        .since(27, "input: T, weight: T, bias?: T, past_state?: T -> output: T, present_state: T",
            "T: float16 float bfloat16")
        .attributes("activation: string = none")
        .rules(causalConv, costWindow(1, {})),

    op("Col2Im", "Adds overlapping blocks of columns back into an image, the inverse of unfolding.")
        .since(18, "input: T, image_shape: int64, block_shape: int64 -> output: T", "T: ir4")
        .attributes("dilations: ints, pads: ints, strides: ints")
        .rules(col2Im, costMove),
};

} // namespace

} // namespace model::ops
