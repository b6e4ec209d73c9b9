// Losses, gradients and optimisers.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <string>

namespace model::ops {

namespace {

/// Checks a loss: scores N x C x D1 x ..., target N x D1 x ..., weight C.
void checkLoss(InferenceContext& context)
{
    expectRankAtLeast(context, 0, 2);
    if (context.hasInput(2))
        expectLength(context, 2, context.dim(0, 1), "the number of classes");
    if (!context.hasShape(0) || !context.hasShape(1))
        return;
    auto expected = context.shape(0);
    if (expected.size() > 1)
        expected.erase(expected.begin() + 1);
    if (!merge(expected, context.shape(1)))
        context.inputError(1,
            "has shape " + shapeText(context.shape(1)) + ", expected " + shapeText(expected)
                + ", that of the scores without classes");
}

void loss(InferenceContext& context)
{
    checkLoss(context);
    const auto isReduced = context.text("reduction") != "none";
    const auto perTarget = context.hasShape(1) ? std::optional(context.shape(1)) : std::nullopt;
    context.setTensor(0, context.element(0), isReduced ? std::optional(Shape {}) : perTarget);
    passOn(context, 0, 1);
}

/// inputs: learning rate, update count, then equal groups of tensors, gradients and `states` kinds
/// of state. outputs: tensors and states.
void optimiser(InferenceContext& context, std::size_t states)
{
    const auto groups = 2 + states;
    const auto given = context.inputCount() - std::min<std::size_t>(context.inputCount(), 2);
    const auto tensors = given / groups;
    if (given % groups != 0) {
        context.error("there are " + std::to_string(given)
            + " tensors after rate and count, expected a multiple of " + std::to_string(groups));
        return;
    }
    for (std::size_t i = 0; i < tensors; ++i) {
        for (std::size_t group = 1; group < groups; ++group) {
            const auto input = 2 + group * tensors + i;
            if (context.hasShape(2 + i) && context.hasShape(input)
                && !merge(context.shape(2 + i), context.shape(input)))
                context.inputError(input,
                    "has shape " + shapeText(context.shape(input))
                        + ", expected that of its tensor, " + shapeText(context.shape(2 + i)));
        }
        passOn(context, 2 + i, i);
        for (std::size_t state = 0; state < states; ++state)
            passOn(context, 2 + (2 + state) * tensors + i, (1 + state) * tensors + i);
    }
}

void oneState(InferenceContext& context) { optimiser(context, 1); }
void twoStates(InferenceContext& context) { optimiser(context, 2); }

void sumTo(InferenceContext& context)
{
    context.setTensor(0, context.element(0),
        context.hasShape(1) ? std::optional(context.shape(1)) : std::nullopt);
}

/// Returns one derivative per variable, with the variable's shape. The variables are the first
/// inputs.
void gradient(InferenceContext& context)
{
    for (std::size_t i = 0; i < context.outputCount(); ++i)
        passOn(context, i, i);
}

const RegisterOperators trainingOperators {
    op("NegativeLogLikelihoodLoss",
        "Loss from log probabilities and target classes, weighted and reduced.")
        .since(12)
        .inputs("input: T, target: Tind, weight?: T")
        .outputs("loss: T")
        .attributes("ignore_index: int, reduction: string = mean")
        .types("T: floats; Tind: int32 int64")
        .since(13)
        .since(22)
        .types("T: floats bfloat16")
        .infer(loss),

    op("SoftmaxCrossEntropyLoss",
        "Cross entropy between the softmax of scores and target classes, weighted and reduced.")
        .since(12)
        .inputs("scores: T, labels: Tind, weights?: T")
        .outputs("output: T, log_prob?: T")
        .attributes("ignore_index: int, reduction: string = mean")
        .types("T: floats; Tind: int32 int64")
        .since(13)
        .types("T: floats bfloat16")
        .infer(loss),

    op("ai.onnx.preview.training:Gradient", "Derivatives of one value of the graph by others.")
        .since(1)
        .inputs("Inputs*: T1")
        .outputs("Outputs*: T2")
        .attributes("xs: strings required, y: string required, zs: strings")
        .types("T1: basic; T2: floats")
        .infer(gradient),

    op("ai.opscope:SumTo",
        "Sums over the axes along which the second input would be broadcast; stands in the "
        "derivative of broadcasting.")
        .since(1)
        .inputs("X: T, like: T")
        .outputs("Y: T")
        .types("T: floats bfloat16")
        .infer(sumTo),

    op("ai.onnx.preview.training:Adagrad",
        "One step of the Adagrad optimiser for any number of tensors.")
        .since(1)
        .inputs("R: T1, T: T2, inputs*: T3")
        .outputs("outputs*: T3")
        .attributes("decay_factor: float = 0, epsilon: float = 1e-06, norm_coefficient: float = 0")
        .types("T1: float double; T2: int64; T3: float double")
        .infer(oneState),

    op("ai.onnx.preview.training:Adam", "One step of the Adam optimiser for any number of tensors.")
        .since(1)
        .inputs("R: T1, T: T2, inputs*: T3")
        .outputs("outputs*: T3")
        .attributes("alpha: float = 0.9, beta: float = 0.999, epsilon: float = 1e-06, "
                    "norm_coefficient: float = 0, norm_coefficient_post: "
                    "float = 0")
        .types("T1: float double; T2: int64; T3: float double")
        .infer(twoStates),

    op("ai.onnx.preview.training:Momentum",
        "One step of gradient descent with momentum, standard or Nesterov.")
        .since(1)
        .inputs("R: T1, T: T2, inputs*: T3")
        .outputs("outputs*: T3")
        .attributes("alpha: float required, beta: float required, mode: string required, "
                    "norm_coefficient: float required")
        .types("T1: float double; T2: int64; T3: float double")
        .infer(oneState),
};

} // namespace

} // namespace model::ops
