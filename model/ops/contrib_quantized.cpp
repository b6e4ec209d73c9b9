// Quantised operators of ONNX Runtime (com.microsoft). Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/contrib_cost.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>

namespace model::ops {

namespace {

void quantize(InferenceContext& context)
{
    context.setTensor(
        0, context.hasInput(2) ? context.element(2) : ElementType::Uint8, knownShape(context, 0));
}

void dequantize(InferenceContext& context)
{
    context.setTensor(0, context.element(1), knownShape(context, 0));
}

/// A and B are inputs 0 and 3, each followed by scale and zero point.
void quantizedBinary(InferenceContext& context)
{
    setLikeFirst(context);
    if (!context.hasShape(0) || !context.hasShape(3))
        return;
    const auto shape = broadcast(context.shape(0), context.shape(3));
    if (!shape)
        context.inputError(3,
            "shape " + shapeText(context.shape(3)) + " cannot be broadcast with "
                + shapeText(context.shape(0)));
    setLikeFirst(context, shape);
}

void quantizedGlobalPool(InferenceContext& context)
{
    setLikeFirst(context);
    if (!expectRankAtLeast(context, 0, 3) || !context.hasShape(0))
        return;
    auto shape = context.shape(0);
    const auto isChannelsLast = context.integer("channels_last", 0) != 0;
    std::fill(shape.begin() + (isChannelsLast ? 1 : 2), shape.end() - (isChannelsLast ? 1 : 0),
        Dimension::number(1));
    setLikeFirst(context, std::move(shape));
}

/// Parts are inputs 2, 5, 8 ..., each followed by scale and zero point.
void quantizedConcat(InferenceContext& context)
{
    context.setTensor(0, context.element(2));
    if (!context.hasShape(2))
        return;
    auto shape = context.shape(2);
    const auto axis = resolveAxis(context, context.integer("axis", 0), shape.size());
    if (!axis)
        return;
    for (std::size_t i = 5; i < context.inputCount(); i += 3) {
        if (!expectRank(context, i, { shape.size() }) || !context.hasShape(i))
            return;
        shape[*axis] = shape[*axis] + context.dim(i, *axis);
    }
    context.setTensor(0, context.element(2), std::move(shape));
}

void quantizedWhere(InferenceContext& context)
{
    context.setTensor(0, context.element(1));
    if (!context.hasShape(0) || !context.hasShape(1) || !context.hasShape(4))
        return;
    const auto values = broadcast(context.shape(1), context.shape(4));
    const auto shape = values ? broadcast(*values, context.shape(0)) : std::nullopt;
    if (!shape)
        context.error("condition " + shapeText(context.shape(0)) + ", X "
            + shapeText(context.shape(1)) + " and Y " + shapeText(context.shape(4))
            + " cannot be broadcast");
    context.setTensor(0, context.element(1), shape);
}

/// Sets the output of a convolution or pool on an image with channels first or last, as the
/// attribute selects: batch, window counts and channels in that layout.
void slidingWindow(InferenceContext& context, std::vector<Dimension> kernel,
    const Dimension& outputs, ElementType element)
{
    context.setTensor(0, element);
    if (!expectRankAtLeast(context, 0, 3) || !context.hasShape(0))
        return;
    const auto& image = context.shape(0);
    const bool isLast
        = context.schema().name.starts_with("Nhwc") || context.integer("channels_last", 0) != 0;
    const auto axes = image.size() - 2;
    const auto window = windowOf(context, axes, std::move(kernel));
    if (!window)
        return;
    const auto rounding = context.integer("ceil_mode", 0) != 0 ? Rounding::Up : Rounding::Down;
    Shape shape { image[0] };
    for (std::size_t axis = 0; axis < axes; ++axis)
        shape.push_back(
            windowCount(context, *window, axis, image[axis + (isLast ? 1 : 2)], rounding));
    shape.insert(isLast ? shape.end() : shape.begin() + 1, outputs);
    context.setTensor(0, element, std::move(shape));
}

void quantizedPool(InferenceContext& context)
{
    const auto rank = context.rank(0).value_or(0);
    const auto isLast = context.integer("channels_last", 0) != 0;
    slidingWindow(
        context, {}, context.dim(0, isLast && rank > 0 ? rank - 1 : 1), context.element(0));
}

void convolution(InferenceContext& context, std::size_t weights, ElementType element)
{
    std::vector<Dimension> kernel;
    for (std::size_t axis = 2; axis < context.rank(weights).value_or(0); ++axis)
        kernel.push_back(context.dim(weights, axis));
    slidingWindow(context, std::move(kernel), context.dim(weights, 0), element);
}

void quantizedConv(InferenceContext& context) { convolution(context, 3, context.element(7)); }
void nhwcPool(InferenceContext& context)
{
    const auto rank = context.rank(0).value_or(0);
    slidingWindow(
        context, {}, rank > 0 ? context.dim(0, rank - 1) : Dimension(), context.element(0));
}
void nhwcConv(InferenceContext& context) { convolution(context, 1, context.element(0)); }

void quantizedGemm(InferenceContext& context)
{
    for (const std::size_t i : { 0, 3 })
        if (!expectRank(context, i, { 2 }))
            return;
    const std::size_t transA = context.integer("transA", 0) != 0 ? 1 : 0;
    const std::size_t transB = context.integer("transB", 0) != 0 ? 1 : 0;
    expectDim(context, 3, transB, context.dim(0, 1 - transA), "the inner size of A");
    const auto element = context.hasInput(8) ? context.element(8) : ElementType::Float;
    context.setTensor(0, element, Shape { context.dim(0, transA), context.dim(3, 1 - transB) });
}

void quantizedAttention(InferenceContext& context)
{
    expectRank(context, 0, { 3 });
    expectRank(context, 1, { 2 });
    const auto features = floorDiv(context.dim(1, 1), Dimension::number(3));
    context.setTensor(
        0, context.element(3), Shape { context.dim(0, 0), context.dim(0, 1), features });
    context.setTensor(1, context.element(3));
}

/// The matrix is packed along K, so attributes hold its sizes.
void packedMatMul(InferenceContext& context)
{
    setLikeFirst(context);
    const auto k = Dimension::number(context.integer("K", 0));
    const auto n = Dimension::number(context.integer("N", 0));
    if (!context.hasShape(0) || !expectRankAtLeast(context, 0, 1))
        return;
    auto shape = context.shape(0);
    expectDim(context, 0, shape.size() - 1, k, "attribute 'K'");
    shape.back() = n;
    setLikeFirst(context, std::move(shape));
    const auto bits = context.integer("bits", 4);
    if (bits != 2 && bits != 4 && bits != 8)
        context.error("attribute 'bits' is " + std::to_string(bits) + ", expected 2, 4 or 8");
    const auto block = Dimension::number(context.integer("block_size", 0));
    if (*block.value() < 1)
        context.error("attribute 'block_size' is " + block.text() + ", expected at least 1");
    else if (context.schema().name == "MatMulBnb4")
        expectLength(context, 2, ceilDiv(n * k, block), "one per block");
}

/// A product of inputs 0 and 1 with a bias for the columns of input 1.
void productWithBias(InferenceContext& context, std::size_t bias, ElementType element)
{
    context.setTensor(0, element, productShape(context, 0, 1));
    if (context.hasInput(bias) && context.rank(1).value_or(0) >= 2)
        expectLength(context, bias, context.shape(1).back(), "the columns of B");
}

void matMulIntegerToFloat(InferenceContext& context)
{
    productWithBias(context, 6, context.element(2));
}
void dynamicQuantizeMatMul(InferenceContext& context)
{
    productWithBias(context, 4, ElementType::Float);
}

/// QLinearAdd and QLinearMul.
void quantisedBinary(OperatorVersions& versions)
{
    versions.since(1,
        "A: T, A_scale: float, A_zero_point?: T, B: T, B_scale: float, B_zero_point?: T, C_scale: "
        "float, C_zero_point?: T -> C: T",
        "T: int8 uint8");
}

const RegisterOperators contribQuantizedOperators {
    op("com.microsoft:QuantizeLinear", "QuantizeLinear of ONNX with more types.")
        .since(1, "x: T1, y_scale: T1, y_zero_point?: T2 -> y: T2",
            "T1: float16 float; T2: int8 uint8 int16 uint16 int4 uint4")
        .attributes("axis: int")
        .rules(quantize, costElementwise),

    op("com.microsoft:DequantizeLinear", "DequantizeLinear of ONNX with more types.")
        .since(1, "x: T1, x_scale: T2, x_zero_point?: T1 -> y: T2",
            "T1: int8 uint8 int16 uint16 int32 int4 uint4; T2: float16 float")
        .attributes("axis: int")
        .rules(dequantize, costElementwise),

    op("com.microsoft:QLinearAdd", "Sum of two quantised tensors, quantised again.")
        .history(quantisedBinary)
        .rules(quantizedBinary, costElementwise),

    op("com.microsoft:QLinearMul", "Product of two quantised tensors, quantised again.")
        .history(quantisedBinary)
        .rules(quantizedBinary, costElementwise),

    op("com.microsoft:QLinearSigmoid", "Sigmoid of a quantised tensor, quantised again.")
        .since(1,
            "X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T -> Y: T",
            "T: int8 uint8")
        .rules(sameAsFirst, costTranscendental),

    op("com.microsoft:QLinearLeakyRelu", "LeakyRelu of a quantised tensor, quantised again.")
        .since(1,
            "X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T -> Y: T",
            "T: int8 uint8")
        .attributes("alpha: float = 0.01")
        .rules(sameAsFirst, costElementwise),

    op("com.microsoft:QLinearGlobalAveragePool",
        "Average of each channel of a quantised image, quantised again.")
        .since(1, "X: T, x_scale: float, x_zero_point: T, y_scale: float, y_zero_point: T -> Y: T",
            "T: int8 uint8")
        .attributes("channels_last: int = 0")
        .rules(quantizedGlobalPool, costPerInput),

    op("com.microsoft:QLinearSoftmax", "Softmax of a quantised tensor, quantised again.")
        .since(1, "X: T, X_scale: float, x_zero_point?: T, y_scale: float, y_zero_point: T -> Y: T",
            "T: int8 uint8")
        .attributes("axis: int = -1, opset: int required")
        .rules(sameAsFirst, costTranscendental),

    op("com.microsoft:QLinearAveragePool",
        "Average under a sliding window of a quantised image, quantised again.")
        .since(1,
            "X: T, x_scale: float, x_zero_point?: T, y_scale: float, y_zero_point?: T -> Y: T",
            "T: int8 uint8")
        .attributes(
            "auto_pad: string = NOTSET, ceil_mode: int = 0, channels_last: int = 0, "
            "count_include_pad: int = 0, kernel_shape: ints required, pads: ints, strides: ints")
        .rules(quantizedPool, costPool),

    op("com.microsoft:QLinearConcat", "Quantised tensors joined along an axis, on a common scale.")
        .since(1, "Y_scale: TF, Y_zero_point: T8, inputs*: TV -> Y: T8",
            "T8: uint8 int8; TF: float; TV: uint8 int8 float")
        .attributes("axis: int required")
        .rules(quantizedConcat, costMove),

    op("com.microsoft:QLinearWhere",
        "Chooses elements of two quantised tensors by a condition, on a common scale.")
        .since(1,
            "condition: B, X: T, x_scale: TF, x_zero_point: T, Y: T, y_scale: TF, y_zero_point: T, "
            "z_scale: TF, z_zero_point: T -> Z: T",
            "B: bool; TF: float; T: uint8 int8")
        .rules(quantizedWhere, costElementwise),

    op("com.microsoft:QLinearConv", "Quantised convolution, with channels first or last.")
        .since(1,
            "x: T1, x_scale: float, x_zero_point: T1, w: T2, w_scale: float, w_zero_point: T2, "
            "y_scale: float, y_zero_point: T3, B?: T4 -> y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: int8 uint8; T4: int32")
        .attributes("auto_pad: string = NOTSET, channels_last: int = 0, dilations: ints, group: "
                    "int = 1, kernel_shape: ints, pads: ints, strides: ints")
        .rules(quantizedConv, costQuantizedConv),

    op("com.microsoft:NhwcConv", "Convolution of an image with channels last.")
        .since(1, "X: T, W: T, B?: T -> Y: T", "T: floats")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, pads: ints, strides: ints")
        .rules(nhwcConv, costFusedConv),

    op("com.microsoft:NhwcFusedConv",
        "Convolution of an image with channels last, an optional tensor added to it, and an "
        "activation.")
        .since(1, "X: T, W: T, B?: T, Z?: T -> Y: T", "T: float16 float")
        .attributes(
            "activation: string, activation_params: floats, auto_pad: string = NOTSET, dilations: "
            "ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
        .rules(nhwcConv, costFusedConv),

    op("com.microsoft:NhwcMaxPool", "Largest element under a sliding window, channels last.")
        .since(1, "x: T -> y: T", "T: int8 uint8")
        .attributes("auto_pad: string = NOTSET, ceil_mode: int = 0, dilations: ints, kernel_shape: "
                    "ints required, pads: ints, strides: ints")
        .rules(nhwcPool, costPool),

    op("com.microsoft:QGemm",
        "Matrix product of quantised matrices plus a bias, quantised again unless no output scale "
        "is given.")
        .since(1,
            "A: TA, a_scale: T, a_zero_point: TA, B: TB, b_scale: T, b_zero_point: TB, C?: TC, "
            "y_scale?: T, y_zero_point?: TYZ -> Y: TY",
            "T: float; TA: int8 uint8; TB: int8 uint8; TC: int32; TYZ: int8 uint8; TY: float int8 "
            "uint8")
        .attributes("alpha: float = 1, transA: int = 0, transB: int = 0")
        .rules(quantizedGemm, costGemm),

    op("com.microsoft:QAttention", "Attention with quantised input and weights.")
        .since(1,
            "input: T1, weight: T2, bias: T3, input_scale: T3, weight_scale: T3, mask_index?: T4, "
            "input_zero_point?: T1, weight_zero_point?: T2, past?: T3 -> output: T3, present?: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: float16 float; T4: int32")
        .attributes("do_rotary: int = 0, mask_filter_value: float, num_heads: int required, "
                    "past_present_share_buffer: int, unidirectional: int = 0")
        .rules(quantizedAttention, costProjectedAttention),

    op("com.microsoft:MatMulNBits",
        "Matrix product with a second matrix of 2 to 8 bits, scaled by blocks.")
        .since(1, "A: T1, B: T2, scales: T3, zero_points?: T4, g_idx?: T5, bias?: T1 -> Y: T1",
            "T1: float16 float bfloat16; T2: uint8 int32; T3: float16 float bfloat16; T4: uint8 "
            "int32 float16 float bfloat16; T5: int32")
        .attributes("K: int required, N: int required, accuracy_level: int = 0, bits: int = 4, "
                    "block_size: int required")
        .rules(packedMatMul, costPackedProduct),

    op("com.microsoft:MatMulBnb4",
        "Matrix product with a second matrix in 4-bit blocks of bitsandbytes (FP4 or NF4).")
        .since(1, "A: T1, B: T2, absmax: T1 -> Y: T1", "T1: float16 float bfloat16; T2: uint8")
        .attributes("K: int required, N: int required, block_size: int required, quant_type: int "
                    "required, training_mode: int = 0")
        .rules(packedMatMul, costPackedProduct),

    op("com.microsoft:MatMulIntegerToFloat", "Product of 8-bit matrices, scaled to floating point.")
        .since(1,
            "A: T1, B: T2, a_scale: T3, b_scale: T3, a_zero_point?: T1, b_zero_point?: T2, bias?: "
            "T3 -> Y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: float16 float")
        .rules(matMulIntegerToFloat, costFirstTimesSecond),

    op("com.microsoft:DynamicQuantizeMatMul",
        "Quantises the first matrix from its own range and multiplies it by an 8-bit one.")
        .since(1, "A: T1, B: T2, b_scale: T1, b_zero_point?: T2, bias?: T1 -> Y: T1",
            "T1: float; T2: int8 uint8")
        .rules(dynamicQuantizeMatMul, costFirstTimesSecond),
};

} // namespace

} // namespace model::ops
