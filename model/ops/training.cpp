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
    expectLength(context, 2, context.dim(0, 1), "the number of classes");
    auto expected = knownShape(context, 0);
    if (expected && expected->size() > 1)
        expected->erase(expected->begin() + 1);
    expectShape(context, 1, expected, "that of the scores without classes");
}

void loss(InferenceContext& context)
{
    checkLoss(context);
    const auto isReduced = context.text("reduction") != "none";
    const auto perTarget = knownShape(context, 1);
    setLikeFirst(context, isReduced ? std::optional(Shape {}) : perTarget);
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
        for (std::size_t group = 1; group < groups; ++group)
            expectShape(
                context, 2 + group * tensors + i, knownShape(context, 2 + i), "that of its tensor");
        passOn(context, 2 + i, i);
        for (std::size_t state = 0; state < states; ++state)
            passOn(context, 2 + (2 + state) * tensors + i, (1 + state) * tensors + i);
    }
}

void oneState(InferenceContext& context) { optimiser(context, 1); }
void twoStates(InferenceContext& context) { optimiser(context, 2); }

std::optional<Shape> sumTo(InferenceContext& context) { return knownShape(context, 1); }

const RegisterOperators trainingOperators {
    op("NegativeLogLikelihoodLoss",
        "Loss from log probabilities and target classes, weighted and reduced.")
        .since(12, "input: T, target: Tind, weight?: T -> loss: T", "T: floats; Tind: int32 int64")
        .attributes("ignore_index: int, reduction: string = mean")
        .since(13)
        .since(22, "T: floats bfloat16")
        .rules(loss),

    op("SoftmaxCrossEntropyLoss",
        "Cross entropy between the softmax of scores and target classes, weighted and reduced.")
        .since(12, "scores: T, labels: Tind, weights?: T -> output: T, log_prob?: T",
            "T: floats; Tind: int32 int64")
        .attributes("ignore_index: int, reduction: string = mean")
        .since(13, "T: floats bfloat16")
        .rules(loss),

    op("ai.onnx.preview.training:Gradient", "Derivatives of one value of the graph by others.")
        .since(1, "Inputs*: T1 -> Outputs*: T2", "T1: basic; T2: floats")
        .attributes("xs: strings required, y: string required, zs: strings")
        .rules(sameAsEach), // one derivative per variable; these are the first inputs

    op("ai.opscope:SumTo",
        "Sums over the axes along which the second input would be broadcast; stands in the "
        "derivative of broadcasting.")
        .since(1, "X: T, like: T -> Y: T", "T: floats bfloat16")
        .rules(sumTo),

    op("ai.onnx.preview.training:Adagrad",
        "One step of the Adagrad optimiser for any number of tensors.")
        .since(1, "R: T1, T: T2, inputs*: T3 -> outputs*: T3",
            "T1: float double; T2: int64; T3: float double")
        .attributes("decay_factor: float = 0, epsilon: float = 1e-06, norm_coefficient: float = 0")
        .rules(oneState),

    op("ai.onnx.preview.training:Adam", "One step of the Adam optimiser for any number of tensors.")
        .since(1, "R: T1, T: T2, inputs*: T3 -> outputs*: T3",
            "T1: float double; T2: int64; T3: float double")
        .attributes("alpha: float = 0.9, beta: float = 0.999, epsilon: float = 1e-06, "
                    "norm_coefficient: float = 0, norm_coefficient_post: float = 0")
        .rules(twoStates),

    op("ai.onnx.preview.training:Momentum",
        "One step of gradient descent with momentum, standard or Nesterov.")
        .since(1, "R: T1, T: T2, inputs*: T3 -> outputs*: T3",
            "T1: float double; T2: int64; T3: float double")
        .attributes("alpha: float required, beta: float required, mode: string required, "
                    "norm_coefficient: float required")
        .rules(oneState),
};

} // namespace

} // namespace model::ops
