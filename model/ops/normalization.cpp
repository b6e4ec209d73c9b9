// Normalisations over batches, layers, groups and instances.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("BatchNormalization", "Normalises each channel by a mean and a variance, stored ones at inference, then scales and shifts it.")
        .since(1).inputs("X: T, scale: T, B: T, mean: T, var: T").outputs("Y: T, mean?: T, var?: T, saved_mean?: T, saved_var?: T")
            .attributes("consumed_inputs: ints required, epsilon: float = 1e-05, is_test: int = 0, momentum: float = 0.9, spatial: int = 1")
            .types("T: floats")
        .since(6).without("consumed_inputs")
        .since(7).without("is_test")
        .since(9).without("spatial")
        .since(14).inputs("X: T, scale: T, B: T, input_mean: U, input_var: U").outputs("Y: T, running_mean?: U, running_var?: U")
            .attributes("training_mode: int = 0").types("T: floats bfloat16; U: floats bfloat16")
        .since(15).inputs("X: T, scale: T1, B: T1, input_mean: T2, input_var: T2").outputs("Y: T, running_mean?: T2, running_var?: T2")
            .withoutTypes("U").types("T1: floats bfloat16; T2: floats bfloat16"),

    op("InstanceNormalization", "Normalises each channel of each sample by its own mean and variance, then scales and shifts it.")
        .since(1).inputs("input: T, scale: T, B: T").outputs("output: T").attributes("consumed_inputs: ints, epsilon: float = 1e-05")
            .types("T: floats")
        .since(6).without("consumed_inputs")
        .since(22).types("T: floats bfloat16"),

    op("LayerNormalization", "Normalises over the trailing axes by their mean and variance, then scales and shifts.")
        // Not ONNX: ONNX Runtime writes the operator into files of older opsets too.
        .since(1).inputs("X: T, Scale: T, B?: T").outputs("Y: T, Mean?: U, InvStdDev?: U")
            .attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1").types("T: floats bfloat16; U: float double")
        .since(17).types("T: floats bfloat16; U: float bfloat16"),

    op("RMSNormalization", "Divides by the root of the mean square over the trailing axes, then scales; a layer norm without the mean.")
        .since(23).inputs("X: T, scale: V").outputs("Y: V").attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
            .types("T: floats bfloat16; V: floats bfloat16"),

    op("GroupNormalization", "Normalises groups of channels by their own mean and variance, then scales and shifts.")
        // Scale and bias per group, withdrawn in favour of version 21 with scale and bias per channel.
        .since(18).inputs("X: T, scale: T, bias: T").outputs("Y: T").attributes("epsilon: float = 1e-05, num_groups: int required")
            .types("T: floats bfloat16").deprecated()
        .since(21).attributes("stash_type: int = 1"),

    op("LpNormalization", "Divides by the p-norm along one axis.")
        .since(1).inputs("input: T").outputs("output: T").attributes("axis: int = -1, p: int = 2").types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("MeanVarianceNormalization", "Subtracts the mean and divides by the standard deviation over the given axes.")
        .since(9).inputs("X: T").outputs("Y: T").attributes("axes: ints = [0 2 3]").types("T: floats")
        .since(13).types("T: floats bfloat16"),

    op("LRN", "Divides each element by a power of the energy of its neighbouring channels (AlexNet).")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("alpha: float = 0.0001, beta: float = 0.75, bias: float = 1, size: int required").types("T: floats")
        .since(13).types("T: floats bfloat16"),

    op("Dropout", "Drops elements at random while training; at inference it passes its input on.")
        .since(1).inputs("data: T").outputs("output: T, mask?: T").attributes("consumed_inputs: ints, is_test: int = 0, ratio: float = 0.5")
            .types("T: floats")
        .since(6).without("consumed_inputs")
        .since(7).without("is_test")
        .since(10).outputs("output: T, mask?: T1").types("T1: bool")
        .since(12).inputs("data: T, ratio?: T1, training_mode?: T2").outputs("output: T, mask?: T2").without("ratio")
            .attributes("seed: int").types("T1: floats; T2: bool")
        .since(13).types("T: floats bfloat16")
        .since(22).types("T: floats float8 bfloat16; T1: floats float8 bfloat16"),

    // Written by ONNX Runtime's optimiser into files of any opset.
    op("SimplifiedLayerNormalization", "RMSNormalization under the name ONNX Runtime gives it.")
        .since(1).inputs("X: T, scale: V").outputs("Y: V, inv_std_var?: U").attributes("axis: int = -1, epsilon: float = 1e-05, stash_type: int = 1")
            .types("T: floats bfloat16; U: float double; V: floats bfloat16"),
};

} // namespace

} // namespace model::ops
