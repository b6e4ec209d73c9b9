// Quantised operators of ONNX Runtime (com.microsoft). Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>

namespace model::ops {

namespace {

void quantize(InferenceContext& context)
{
    setSameShape(context, context.hasInput(2) ? context.element(2) : ElementType::Uint8);
}

void dequantize(InferenceContext& context) { setSameShape(context, context.element(1)); }

/// A and B are inputs 0 and 3, each followed by scale and zero point.
std::optional<Shape> quantizedBinary(InferenceContext& context)
{
    return broadcastInputs(context, { 0, 3 });
}

std::optional<Shape> quantizedGlobalPool(InferenceContext& context, Shape shape)
{
    if (!expectRankAtLeast(context, 0, 3))
        return std::nullopt;
    const auto isChannelsLast = context.integer("channels_last", 0) != 0;
    std::fill(shape.begin() + (isChannelsLast ? 1 : 2), shape.end() - (isChannelsLast ? 1 : 0),
        Dimension::number(1));
    return shape;
}

/// Parts are inputs 2, 5, 8 ..., each followed by scale and zero point.
void quantizedConcat(InferenceContext& context)
{
    context.setTensor(0, context.element(2));
    if (!context.hasShape(2))
        return;
    auto shape = context.shape(2);
    const auto axis = axisAttribute(context, 0, shape.size());
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
    context.setTensor(0, context.element(1), broadcastInputs(context, { 1, 4, 0 }));
}

/// Returns the shape after a sliding window over an image with channels last, or as the attribute
/// selects; `channels`: those of the image if there is no value.
std::optional<Shape> slidingWindow(InferenceContext& context, std::vector<Dimension> kernel,
    const std::optional<Dimension>& channels = std::nullopt)
{
    if (!expectRankAtLeast(context, 0, 3) || !context.hasShape(0))
        return std::nullopt;
    const auto& image = context.shape(0);
    const bool isLast
        = context.schema().name.starts_with("Nhwc") || context.integer("channels_last", 0) != 0;
    return windowedShape(context, 0, image.size(),
        channels.value_or(isLast ? image.back() : image[1]), std::move(kernel),
        isLast ? ChannelAxis::Last : ChannelAxis::Second);
}

std::optional<Shape> pooled(InferenceContext& context) { return slidingWindow(context, {}); }

std::optional<Shape> convolved(InferenceContext& context, std::size_t weights)
{
    return slidingWindow(context,
        kernelOfWeights(context, weights, context.rank(weights).value_or(0)),
        context.dim(weights, 0));
}

void quantizedConv(InferenceContext& context)
{
    context.setTensor(0, context.element(7), convolved(context, 3));
}
std::optional<Shape> nhwcConv(InferenceContext& context) { return convolved(context, 1); }

void quantizedGemm(InferenceContext& context)
{
    if (!expectRank(context, 0, { 2 }) || !expectRank(context, 3, { 2 }))
        return;
    const auto element = context.hasInput(8) ? context.element(8) : ElementType::Float;
    context.setTensor(0, element, gemmShape(context, 0, 3));
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

/// Reports an input whose number of elements contradicts `expected`.
void expectElements(
    InferenceContext& context, std::size_t input, const Dimension& expected, std::string_view what)
{
    const auto& shape = context.shape(input);
    if (!context.rank(input))
        return;
    auto found = Dimension::number(1);
    for (const auto& dim : shape)
        found = found * dim;
    if (contradicts(found, expected))
        context.inputError(input,
            "has " + found.text() + " elements (" + shapeText(shape) + "), expected "
                + expected.text() + ", " + std::string(what));
}

/// The matrix is packed along K, so attributes hold its sizes.
std::optional<Shape> packedMatMul(InferenceContext& context, Shape shape)
{
    const auto k = Dimension::number(context.integer("K", 0));
    const auto n = Dimension::number(context.integer("N", 0));
    if (!expectRankAtLeast(context, 0, 1))
        return std::nullopt;
    expectDim(context, 0, shape.size() - 1, k, "attribute 'K'");
    shape.back() = n;
    const auto bits = context.integer("bits", 4);
    if (bits != 2 && bits != 4 && bits != 8)
        context.error("attribute 'bits' is " + std::to_string(bits) + ", expected 2, 4 or 8");
    const auto block = positiveAttribute(context, "block_size");
    if (block && context.schema().name == "MatMulBnb4")
        expectLength(context, 2, ceilDiv(n * k, *block), "one per block");
    else if (block)
        expectElements(context, 2, n * ceilDiv(k, *block), "one per block of each column");
    return shape;
}

/// A product of inputs 0 and 1 with a bias for the columns of input 1.
void productWithBias(InferenceContext& context, std::size_t bias, ElementType element)
{
    context.setTensor(0, element, productShape(context, 0, 1));
    if (context.rank(1).value_or(0) >= 2)
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

/// Product with a matrix that is packed along K.
Cost packedProductCost(const CostContext& context)
{
    return multiplyAddsPerOutput(context, positiveInteger(context, "K"));
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

    transcendental(
        "com.microsoft:QLinearSigmoid", "Sigmoid of a quantised tensor, quantised again.")
        .since(1,
            "X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T -> Y: T",
            "T: int8 uint8"),

    elementwise(
        "com.microsoft:QLinearLeakyRelu", "LeakyRelu of a quantised tensor, quantised again.")
        .since(1,
            "X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T -> Y: T",
            "T: int8 uint8")
        .attributes("alpha: float = 0.01"),

    op("com.microsoft:QLinearGlobalAveragePool",
        "Average of each channel of a quantised image, quantised again.")
        .since(1, "X: T, x_scale: float, x_zero_point: T, y_scale: float, y_zero_point: T -> Y: T",
            "T: int8 uint8")
        .attributes("channels_last: int = 0")
        .rules(quantizedGlobalPool, costPerInput),

    transcendental(
        "com.microsoft:QLinearSoftmax", "Softmax of a quantised tensor, quantised again.")
        .since(1, "X: T, X_scale: float, x_zero_point?: T, y_scale: float, y_zero_point: T -> Y: T",
            "T: int8 uint8")
        .attributes("axis: int = -1, opset: int required"),

    op("com.microsoft:QLinearAveragePool",
        "Average under a sliding window of a quantised image, quantised again.")
        .since(1,
            "X: T, x_scale: float, x_zero_point?: T, y_scale: float, y_zero_point?: T -> Y: T",
            "T: int8 uint8")
        .attributes(
            "auto_pad: string = NOTSET, ceil_mode: int = 0, channels_last: int = 0, "
            "count_include_pad: int = 0, kernel_shape: ints required, pads: ints, strides: ints")
        .rules(pooled, costPool),

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
        .rules(quantizedConv, costWindow(3, { 8 })),

    op("com.microsoft:NhwcConv", "Convolution of an image with channels last.")
        .since(1, "X: T, W: T, B?: T -> Y: T", "T: floats")
        .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: "
                    "ints, pads: ints, strides: ints")
        .rules(nhwcConv, costWindow(1, { 2 })),

    op("com.microsoft:NhwcFusedConv",
        "Convolution of an image with channels last, an optional tensor added to it, and an "
        "activation.")
        .since(1, "X: T, W: T, B?: T, Z?: T -> Y: T", "T: float16 float")
        .attributes(
            "activation: string, activation_params: floats, auto_pad: string = NOTSET, dilations: "
            "ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
        .rules(nhwcConv, costWindow(1, { 2, 3 })),

    op("com.microsoft:NhwcMaxPool", "Largest element under a sliding window, channels last.")
        .since(1, "x: T -> y: T", "T: int8 uint8")
        .attributes("auto_pad: string = NOTSET, ceil_mode: int = 0, dilations: ints, kernel_shape: "
                    "ints required, pads: ints, strides: ints")
        .rules(pooled, costPool),

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
        .rules(packedMatMul, packedProductCost),

    op("com.microsoft:MatMulBnb4",
        "Matrix product with a second matrix in 4-bit blocks of bitsandbytes (FP4 or NF4).")
        .since(1, "A: T1, B: T2, absmax: T1 -> Y: T1", "T1: float16 float bfloat16; T2: uint8")
        .attributes("K: int required, N: int required, block_size: int required, quant_type: int "
                    "required, training_mode: int = 0")
        .rules(packedMatMul, packedProductCost),

    op("com.microsoft:MatMulIntegerToFloat", "Product of 8-bit matrices, scaled to floating point.")
        .since(1,
            "A: T1, B: T2, a_scale: T3, b_scale: T3, a_zero_point?: T1, b_zero_point?: T2, bias?: "
            "T3 -> Y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: float16 float")
        .rules(matMulIntegerToFloat, costProduct),

    op("com.microsoft:DynamicQuantizeMatMul",
        "Quantises the first matrix from its own range and multiplies it by an 8-bit one.")
        .since(1, "A: T1, B: T2, b_scale: T1, b_zero_point?: T2, bias?: T1 -> Y: T1",
            "T1: float; T2: int8 uint8")
        .rules(dynamicQuantizeMatMul, costProduct),
};

} // namespace

} // namespace model::ops
