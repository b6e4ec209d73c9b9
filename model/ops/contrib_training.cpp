// Gradient operators that ONNX Runtime writes into training graphs (com.microsoft).

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

void axesOfBroadcast(InferenceContext& context)
{
    for (const std::size_t i : { 0, 1 })
        context.setTensor(
            i, ElementType::Int64, Shape { context.newDimension(i == 0 ? "a" : "b") });
}

void concatTraining(InferenceContext& context)
{
    inferAs(context, "Concat");
    context.setTensor(1, ElementType::Int64, Shape { Dimension::number(context.inputCount()) });
}

void layerNormalizationGrad(InferenceContext& context)
{
    passOn(context, 1, 0);
    passOn(context, 2, 1);
    passOn(context, 2, 2);
}

std::optional<Shape> sliceGrad(InferenceContext& context) { return context.integerElements(1); }

void lossInternal(InferenceContext& context)
{
    const auto element = elementAttribute(context, "output_type", context.element(0));
    const auto perLabel = knownShape(context, 1);
    context.setTensor(
        0, element, context.text("reduction") == "none" ? perLabel : std::optional(Shape {}));
    context.setTensor(1, element, knownShape(context, 0));
}

void lossInternalGrad(InferenceContext& context)
{
    context.setTensor(
        0, elementAttribute(context, "output_type", context.element(0)), knownShape(context, 1));
}

const RegisterOperators contribTrainingOperators {
    op("com.microsoft:BiasFastGeluGrad_dX", "Gradient of FastGelu with a bias, by its input.")
        .since(1, "dY: T, X: T, B: T -> dX: T", "T: floats bfloat16")
        .rules(sameAsFirst),

    op("com.microsoft:BroadcastGradientArgs",
        "The axes that broadcasting of two shapes repeated, over which gradients are summed.")
        .since(1, "a_shape: T, b_shape: T -> a_axes?: T, b_axes?: T", "T: int64")
        .rules(axesOfBroadcast),

    op("com.microsoft:ConcatTraining", "Concat that also gives the length of each input.")
        .since(1, "inputs...: T -> concat_result: T, per_input_length?: int64", "T: ir4")
        .attributes("axis: int required")
        .rules(concatTraining),

    elementwise("com.microsoft:DropoutGrad",
        "Gradient of Dropout: passes the gradient where the mask kept an element.")
        .since(1, "dy: T, mask: T2, ratio?: T1, training_mode?: T2 -> dx: T",
            "T: floats bfloat16; T1: floats bfloat16; T2: bool"),

    op("com.microsoft:LayerNormalizationGrad",
        "Gradients of LayerNormalization by its input, scale and bias.")
        .since(1,
            "Y_grad: V, X: T, scale: V, mean?: U, inv_std_dev: U -> X_grad: T, scale_grad: V, "
            "bias_grad: V",
            "T: floats bfloat16; U: float double; V: floats bfloat16")
        .attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
        .rules(layerNormalizationGrad),

    op("com.microsoft:SliceGrad",
        "Gradient of Slice: the gradient at the sliced positions, zero elsewhere.")
        .since(1, "dY: T, shape: I, starts: Tind, ends: Tind, axes?: Tind, steps?: Tind -> dX: T",
            "T: ir4; I: int64; Tind: int32 int64")
        .rules(sliceGrad),

    op("com.microsoft:SoftmaxGrad_13", "Gradient of Softmax along an axis.")
        .since(1, "dY: T, Y: T -> dX: T", "T: floats bfloat16")
        .attributes("axis: int = -1")
        .rules(sameAsFirst),

    op("com.microsoft:SoftmaxCrossEntropyLossInternal",
        "SoftmaxCrossEntropyLoss with the ignored index as an input.")
        .since(1,
            "scores: T, labels: Tind, weights?: T, ignore_index?: I -> output: TOut, log_prob: "
            "TOut",
            "T: floats bfloat16; TOut: floats bfloat16; Tind: int32 int64; I: int64")
        .attributes("output_type: int, reduction: string = mean")
        .rules(lossInternal),

    op("com.microsoft:SoftmaxCrossEntropyLossInternalGrad",
        "Gradient of SoftmaxCrossEntropyLossInternal by the scores.")
        .since(1,
            "dY: T, log_prob: T, label: Tind, weight?: T, ignore_index?: I, bias?: TOut -> "
            "d_logits: TOut",
            "T: floats bfloat16; TOut: floats bfloat16; Tind: int32 int64; I: int64")
        .attributes("output_type: int, reduction: string = mean")
        .rules(lossInternalGrad),

    op("com.microsoft:YieldOp",
        "Hands the outputs of the forward graph out and takes their gradients in.")
        .since(1, "module_outputs*: T -> module_outputs_grad*: T", "T: ir4")
        .attributes("full_shape_outputs: ints required, non_differentiable_outputs: ints")
        .rules(sameAsEach),
};

} // namespace

} // namespace model::ops
