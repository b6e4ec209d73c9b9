// Losses, gradients and optimisers.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("NegativeLogLikelihoodLoss", "Loss from log probabilities and target classes, weighted and reduced.")
        .since(12).inputs("input: T, target: Tind, weight?: T").outputs("loss: T").attributes("ignore_index: int, reduction: string = mean")
            .types("T: floats; Tind: int32 int64")
        .since(13)
        .since(22).types("T: floats bfloat16"),

    op("SoftmaxCrossEntropyLoss", "Cross entropy between the softmax of scores and target classes, weighted and reduced.")
        .since(12).inputs("scores: T, labels: Tind, weights?: T").outputs("output: T, log_prob?: T")
            .attributes("ignore_index: int, reduction: string = mean").types("T: floats; Tind: int32 int64")
        .since(13).types("T: floats bfloat16"),

    op("ai.onnx.preview.training:Gradient", "Derivatives of one value of the graph by others.")
        .since(1).inputs("Inputs*: T1").outputs("Outputs*: T2").attributes("xs: strings required, y: string required, zs: strings")
            .types("T1: basic; T2: floats"),

    op("ai.onnx.preview.training:Adagrad", "One step of the Adagrad optimiser for any number of tensors.")
        .since(1).inputs("R: T1, T: T2, inputs*: T3").outputs("outputs*: T3")
            .attributes("decay_factor: float = 0, epsilon: float = 1e-06, norm_coefficient: float = 0")
            .types("T1: float double; T2: int64; T3: float double"),

    op("ai.onnx.preview.training:Adam", "One step of the Adam optimiser for any number of tensors.")
        .since(1).inputs("R: T1, T: T2, inputs*: T3").outputs("outputs*: T3")
            .attributes("alpha: float = 0.9, beta: float = 0.999, epsilon: float = 1e-06, norm_coefficient: float = 0, norm_coefficient_post: "
                "float = 0").types("T1: float double; T2: int64; T3: float double"),

    op("ai.onnx.preview.training:Momentum", "One step of gradient descent with momentum, standard or Nesterov.")
        .since(1).inputs("R: T1, T: T2, inputs*: T3").outputs("outputs*: T3")
            .attributes("alpha: float required, beta: float required, mode: string required, norm_coefficient: float required")
            .types("T1: float double; T2: int64; T3: float double"),
};

} // namespace

} // namespace model::ops
