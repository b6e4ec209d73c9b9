// Quantisation and change of element type.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators quantize {
    op("QuantizeLinear", "Divides by a scale, rounds, adds a zero point and saturates to a small integer or float type.")
        .since(10).inputs("x: T1, y_scale: float, y_zero_point?: T2").outputs("y: T2").types("T1: float int32; T2: int8 uint8")
        .since(13).attributes("axis: int = 1")
        .since(19).inputs("x: T1, y_scale: T1, y_zero_point?: T2").attributes("saturate: int = 1")
            .types("T1: float16 float bfloat16 int32; T2: float8 int8 uint8")
        .since(21).attributes("block_size: int = 0, output_dtype: int = 0").types("T2: float8 nibbles int8 int16 uint8 uint16")
        .since(23).inputs("x: T1, y_scale: T2, y_zero_point?: T3").outputs("y: T3").attributes("precision: int = 0")
            .types("T2: float16 float bfloat16 int32; T3: float8 nibbles int8 int16 uint8 uint16 float4e2m1")
        .since(24).types("T2: float16 float bfloat16 int32 float8e8m0")
        .since(25).types("T3: float8 nibbles int8 int16 uint8 uint16 float4e2m1 int2 uint2")
        .since(28).types("T3: float8 nibbles int8 int16 uint8 uint16 float4e2m1 float6e2m3 float6e3m2 int2 uint2"),

    op("DequantizeLinear", "Subtracts the zero point and multiplies by the scale: from a quantised type back to floating point.")
        .since(10).inputs("x: T, x_scale: float, x_zero_point?: T").outputs("y: float").types("T: int8 int32 uint8")
        .since(13).attributes("axis: int = 1")
        .since(19).inputs("x: T1, x_scale: T2, x_zero_point?: T1").outputs("y: T2").withoutTypes("T")
            .types("T1: float8 int8 int32 uint8; T2: float16 float bfloat16")
        .since(21).attributes("block_size: int = 0").types("T1: float8 nibbles int8 int16 int32 uint8 uint16")
        .since(23).outputs("y: T3").attributes("output_dtype: int = 0")
            .types("T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1; T3: float16 float bfloat16")
        .since(24).types("T2: float16 float bfloat16 float8e8m0")
        .since(25).types("T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1 int2 uint2")
        .since(28).types("T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1 float6e2m3 float6e3m2 int2 uint2"),

    op("DynamicQuantizeLinear", "Quantises to uint8 with a scale and zero point taken from the tensor's own range.")
        .since(11).inputs("x: T1").outputs("y: T2, y_scale: float, y_zero_point: T2").types("T1: float; T2: uint8"),

    op("Cast", "Converts elements to another type.")
        .since(1).inputs("input: T1").outputs("output: T2").attributes("to: string required").types("T1: numbers bool; T2: numbers bool")
        .since(6).attributes("to: int required")
        .since(9).types("T1: numbers bool string; T2: numbers bool string")
        .since(13).types("T1: numbers bool bfloat16 string; T2: numbers bool bfloat16 string")
        .since(19).attributes("saturate: int = 1").types("T1: numbers float8 bool bfloat16 string; T2: numbers float8 bool bfloat16 string")
        .since(21).types("T1: numbers float8 nibbles bool bfloat16 string; T2: numbers float8 nibbles bool bfloat16 string")
        .since(23)
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1; T2: numbers float8 nibbles bool bfloat16 string float4e2m1")
        .since(24).attributes("round_mode: string = up")
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0; T2: numbers float8 nibbles bool bfloat16 string "
                "float4e2m1 float8e8m0")
        .since(25)
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0 int2 uint2; T2: numbers float8 nibbles bool "
                "bfloat16 string float4e2m1 float8e8m0 int2 uint2")
        .since(28)
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 uint2; T2: numbers "
                "float8 nibbles bool bfloat16 string float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 uint2"),

    op("CastLike", "Converts elements to the type of a second tensor.")
        .since(15).inputs("input: T1, target_type: T2").outputs("output: T2")
            .types("T1: numbers bool bfloat16 string; T2: numbers bool bfloat16 string")
        .since(19).attributes("saturate: int = 1").types("T1: numbers float8 bool bfloat16 string; T2: numbers float8 bool bfloat16 string")
        .since(21).types("T1: numbers float8 nibbles bool bfloat16 string; T2: numbers float8 nibbles bool bfloat16 string")
        .since(23)
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1; T2: numbers float8 nibbles bool bfloat16 string float4e2m1")
        .since(24).attributes("round_mode: string = up")
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0; T2: numbers float8 nibbles bool bfloat16 string "
                "float4e2m1 float8e8m0")
        .since(25)
            .types("T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0 int2 uint2; T2: numbers float8 nibbles bool "
                "bfloat16 string float4e2m1 float8e8m0 int2 uint2"),

    op("BitCast", "Reads the same bits as another element type of the same width.")
        .since(26).inputs("input: T1").outputs("output: T2").attributes("to: int required")
            .types("T1: numbers float8 complex nibbles bool bfloat16 float4e2m1 float8e8m0 int2 uint2; T2: numbers float8 complex nibbles "
                "bool bfloat16 float4e2m1 float8e8m0 int2 uint2"),
};

} // namespace

} // namespace model::ops
