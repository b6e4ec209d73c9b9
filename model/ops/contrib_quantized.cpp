// Quantised operators of ONNX Runtime (com.microsoft), from their public contract.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("com.microsoft:QuantizeLinear", "QuantizeLinear of ONNX with more types.")
        .since(1).inputs("x: T1, y_scale: T1, y_zero_point?: T2").outputs("y: T2").attributes("axis: int")
            .types("T1: float16 float; T2: int8 uint8 int16 uint16 int4 uint4"),

    op("com.microsoft:DequantizeLinear", "DequantizeLinear of ONNX with more types.")
        .since(1).inputs("x: T1, x_scale: T2, x_zero_point?: T1").outputs("y: T2").attributes("axis: int")
            .types("T1: int8 uint8 int16 uint16 int32 int4 uint4; T2: float16 float"),

    op("com.microsoft:QLinearAdd", "Sum of two quantised tensors, quantised again.")
        .since(1).inputs("A: T, A_scale: float, A_zero_point?: T, B: T, B_scale: float, B_zero_point?: T, C_scale: float, C_zero_point?: T")
            .outputs("C: T").types("T: int8 uint8"),

    op("com.microsoft:QLinearMul", "Product of two quantised tensors, quantised again.")
        .since(1).inputs("A: T, A_scale: float, A_zero_point?: T, B: T, B_scale: float, B_zero_point?: T, C_scale: float, C_zero_point?: T")
            .outputs("C: T").types("T: int8 uint8"),

    op("com.microsoft:QLinearSigmoid", "Sigmoid of a quantised tensor, quantised again.")
        .since(1).inputs("X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T").outputs("Y: T").types("T: int8 uint8"),

    op("com.microsoft:QLinearLeakyRelu", "LeakyRelu of a quantised tensor, quantised again.")
        .since(1).inputs("X: T, X_scale: float, X_zero_point?: T, Y_scale: float, Y_zero_point?: T").outputs("Y: T")
            .attributes("alpha: float = 0.01").types("T: int8 uint8"),

    op("com.microsoft:QLinearGlobalAveragePool", "Average of each channel of a quantised image, quantised again.")
        .since(1).inputs("X: T, x_scale: float, x_zero_point: T, y_scale: float, y_zero_point: T").outputs("Y: T")
            .attributes("channels_last: int = 0").types("T: int8 uint8"),

    op("com.microsoft:QGemm", "Matrix product of quantised matrices plus a bias, quantised again unless no output scale is given.")
        .since(1)
            .inputs("A: TA, a_scale: T, a_zero_point: TA, B: TB, b_scale: T, b_zero_point: TB, C?: TC, y_scale?: T, y_zero_point?: TYZ")
            .outputs("Y: TY").attributes("alpha: float = 1, transA: int = 0, transB: int = 0")
            .types("T: float; TA: int8 uint8; TB: int8 uint8; TC: int32; TYZ: int8 uint8; TY: float int8 uint8"),

    op("com.microsoft:QAttention", "Attention with quantised input and weights.")
        .since(1)
            .inputs("input: T1, weight: T2, bias: T3, input_scale: T3, weight_scale: T3, mask_index?: T4, input_zero_point?: T1, "
                "weight_zero_point?: T2, past?: T3")
            .outputs("output: T3, present?: T3")
            .attributes("do_rotary: int = 0, mask_filter_value: float, num_heads: int required, past_present_share_buffer: int, unidirectional: int = 0")
            .types("T1: int8 uint8; T2: int8 uint8; T3: float16 float; T4: int32"),

    op("com.microsoft:MatMulNBits", "Matrix product with a second matrix of 2 to 8 bits, scaled by blocks.")
        .since(1).inputs("A: T1, B: T2, scales: T3, zero_points?: T4, g_idx?: T5, bias?: T1").outputs("Y: T1")
            .attributes("K: int required, N: int required, accuracy_level: int = 0, bits: int = 4, block_size: int required")
            .types("T1: float16 float bfloat16; T2: uint8 int32; T3: float16 float bfloat16; T4: uint8 int32 float16 float bfloat16; T5: int32"),

    op("com.microsoft:MatMulBnb4", "Matrix product with a second matrix in 4-bit blocks of bitsandbytes (FP4 or NF4).")
        .since(1).inputs("A: T1, B: T2, absmax: T1").outputs("Y: T1")
            .attributes("K: int required, N: int required, block_size: int required, quant_type: int required, training_mode: int = 0")
            .types("T1: float16 float bfloat16; T2: uint8"),

    op("com.microsoft:MatMulIntegerToFloat", "Product of 8-bit matrices, scaled to floating point.")
        .since(1).inputs("A: T1, B: T2, a_scale: T3, b_scale: T3, a_zero_point?: T1, b_zero_point?: T2, bias?: T3").outputs("Y: T3")
            .types("T1: int8 uint8; T2: int8 uint8; T3: float16 float"),

    op("com.microsoft:DynamicQuantizeMatMul", "Quantises the first matrix from its own range and multiplies it by an 8-bit one.")
        .since(1).inputs("A: T1, B: T2, b_scale: T1, b_zero_point?: T2, bias?: T1").outputs("Y: T1").types("T1: float; T2: int8 uint8"),
};

} // namespace

} // namespace model::ops
