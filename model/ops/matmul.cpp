// Matrix products.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("MatMul", "Matrix product; leading axes are broadcast as in NumPy.")
        .since(1).inputs("A: T, B: T").outputs("Y: T").types("T: floats")
        .since(9).types("T: floats wide")
        .since(13).types("T: floats wide bfloat16"),

    op("Gemm", "alpha A B + beta C for matrices, each optionally transposed: the fully connected layer.")
        .since(1).inputs("A: T, B: T, C: T").outputs("Y: T")
            .attributes("alpha: float = 1, beta: float = 1, broadcast: int = 0, transA: int = 0, transB: int = 0").types("T: floats")
        .since(6)
        .since(7).without("broadcast")
        .since(9).types("T: floats wide")
        .since(11).inputs("A: T, B: T, C?: T")
        .since(13).types("T: floats wide bfloat16"),

    op("MatMulInteger", "Matrix product of 8-bit integers with zero points; the result is int32, not rescaled.")
        .since(10).inputs("A: T1, B: T2, a_zero_point?: T1, b_zero_point?: T2").outputs("Y: T3")
            .types("T1: int8 uint8; T2: int8 uint8; T3: int32"),

    op("QLinearMatMul", "Matrix product of quantised matrices whose result is quantised again.")
        .since(10)
            .inputs("a: T1, a_scale: float, a_zero_point: T1, b: T2, b_scale: float, b_zero_point: T2, y_scale: float, y_zero_point: T3")
            .outputs("y: T3").types("T1: int8 uint8; T2: int8 uint8; T3: int8 uint8")
        .since(21).inputs("a: T1, a_scale: TS, a_zero_point: T1, b: T2, b_scale: TS, b_zero_point: T2, y_scale: TS, y_zero_point: T3")
            .types("TS: float16 float bfloat16; T1: float8 int8 uint8; T2: float8 int8 uint8; T3: float8 int8 uint8"),

    op("Einsum", "Sums of products over named axes, written as an equation such as \"bij,bjk->bik\".")
        .since(12).inputs("Inputs...: T").outputs("Output: T").attributes("equation: string required").types("T: numbers")
        .since(28).types("T: numbers bfloat16"),

    op("Det", "Determinant of each square matrix in the last two axes.")
        .since(11).inputs("X: T").outputs("Y: T").types("T: floats")
        .since(22).types("T: floats bfloat16"),
};

} // namespace

} // namespace model::ops
