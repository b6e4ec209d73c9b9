// Fused and small operators of ONNX Runtime (com.microsoft), from their public contract.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("com.microsoft:Gelu", "x times the normal distribution function of x.")
        .since(1).inputs("X: T").outputs("Y: T").types("T: floats bfloat16"),

    op("com.microsoft:QuickGelu", "x times sigmoid(alpha x).")
        .since(1).inputs("X: T").outputs("Y: T").attributes("alpha: float = 1.702").types("T: floats bfloat16"),

    op("com.microsoft:FastGelu", "GELU by the tanh approximation, of the input plus an optional bias.")
        .since(1).inputs("X: T, bias?: T").outputs("Y: T").types("T: float16 float bfloat16"),

    op("com.microsoft:BiasGelu", "GELU of the input plus a bias along the last axis.")
        .since(1).inputs("A: T, B: T").outputs("C: T").types("T: floats bfloat16"),

    op("com.microsoft:FusedConv", "Convolution, an optional tensor added to it, and an activation.")
        .since(1).inputs("X: T, W: T, B?: T, Z?: T").outputs("Y: T")
            .attributes("activation: string, activation_params: floats, auto_pad: string = NOTSET, dilations: ints, group: int = 1, "
                "kernel_shape: ints, pads: ints, strides: ints")
            .types("T: floats"),

    op("com.microsoft:FusedGemm", "Gemm and an activation.")
        .since(1).inputs("A: T, B: T, C?: T").outputs("Y: T")
            .attributes("activation: string, activation_alpha: float, activation_beta: float, activation_gamma: float, alpha: float = 1, "
                "beta: float = 1, transA: int = 0, transB: int = 0")
            .types("T: floats wide"),

    op("com.microsoft:FusedMatMul", "Matrix product times alpha, either matrix transposed.")
        .since(1).inputs("A: T, B: T").outputs("Y: T")
            .attributes("alpha: float = 1, transA: int = 0, transB: int = 0, transBatchA: int = 0, transBatchB: int = 0")
            .types("T: floats bfloat16"),

    op("com.microsoft:Inverse", "Inverse of each square matrix in the last two axes.")
        .since(1).inputs("X: T").outputs("Y: T").types("T: floats"),

    op("com.microsoft:Trilu", "Keeps the upper or lower triangle of matrices; zero elsewhere.")
        .since(1).inputs("X: T, k?: int64").outputs("Y: T").attributes("upper: int = 1").types("T: floats integers bfloat16 bool"),

    op("com.microsoft:ExpandDims", "Adds one axis of size one.")
        .since(1).inputs("X: T, axis: int32").outputs("Y: T").types("T: basic bfloat16"),

    op("com.microsoft:CDist", "Distances between the rows of two matrices.")
        .since(1).inputs("A: T, B: T").outputs("C: T").attributes("metric: string = sqeuclidean").types("T: float double"),

    op("com.microsoft:Tokenizer", "Cuts strings into words or characters.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("mark: int required, mincharnum: int required, pad_value: string required, separators: strings, stopwords: strings, tokenexp: string")
            .types("T: string"),
};

} // namespace

} // namespace model::ops
