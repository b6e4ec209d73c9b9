// Operators that make tensors: constants, ranges, random numbers.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators generate {
    op("Constant", "A tensor written in the model.")
        .since(1).outputs("output: T").attributes("value: tensor required").types("T: floats")
        .since(9).types("T: basic")
        .since(11).attributes("sparse_value: sparse_tensor, value: tensor")
        .since(12)
            .attributes("value_float: float, value_floats: floats, value_int: int, value_ints: ints, value_string: string, value_strings: "
                "strings")
        .since(13).types("T: basic bfloat16")
        .since(19).types("T: basic float8 bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("ConstantOfShape", "A tensor of a computed shape, filled with one value.")
        .since(9).inputs("input: T1").outputs("output: T2").attributes("value: tensor").types("T1: int64; T2: numbers bool")
        .since(20).types("T2: numbers float8 bool bfloat16")
        .since(21).types("T2: numbers float8 nibbles bool bfloat16")
        .since(23).types("T2: numbers float8 nibbles bool bfloat16 float4e2m1")
        .since(24).types("T2: numbers float8 nibbles bool bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T2: numbers float8 nibbles bool bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Range", "Numbers from start to limit (not included) by a step.")
        .since(11).inputs("start: T, limit: T, delta: T").outputs("output: T").types("T: float double int16 int32 int64")
        .since(27).attributes("stash_type: int = 1").types("T: floats bfloat16 int16 int32 int64"),

    op("EyeLike", "Ones on a diagonal, zeros elsewhere, in the shape of the input.")
        .since(9).inputs("input: T1").outputs("output: T2").attributes("dtype: int, k: int = 0").types("T1: numbers bool; T2: numbers bool")
        .since(22).types("T1: numbers bool bfloat16; T2: numbers bool bfloat16"),

    op("RandomNormal", "Normally distributed random numbers in a given shape.")
        .since(1).outputs("output: T").attributes("dtype: int = 1, mean: float = 0, scale: float = 1, seed: float, shape: ints required")
            .types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("RandomNormalLike", "Normally distributed random numbers in the shape of the input.")
        .since(1).inputs("input: T1").outputs("output: T2").attributes("dtype: int, mean: float = 0, scale: float = 1, seed: float")
            .types("T1: basic; T2: floats")
        .since(22).types("T1: basic bfloat16; T2: floats bfloat16"),

    op("RandomUniform", "Uniformly distributed random numbers in a given shape.")
        .since(1).outputs("output: T").attributes("dtype: int = 1, high: float = 1, low: float = 0, seed: float, shape: ints required")
            .types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("RandomUniformLike", "Uniformly distributed random numbers in the shape of the input.")
        .since(1).inputs("input: T1").outputs("output: T2").attributes("dtype: int, high: float = 1, low: float = 0, seed: float")
            .types("T1: basic; T2: floats")
        .since(22).types("T1: basic bfloat16; T2: floats bfloat16"),

    op("Bernoulli", "Zeros and ones drawn with the probabilities of the input.")
        .since(15).inputs("input: T1").outputs("output: T2").attributes("dtype: int, seed: float")
            .types("T1: floats; T2: numbers bool bfloat16")
        .since(22).types("T1: floats bfloat16"),

    op("Multinomial", "Indices drawn by unnormalised log probabilities.")
        .since(7).inputs("input: T1").outputs("output: T2").attributes("dtype: int = 6, sample_size: int = 1, seed: float")
            .types("T1: floats; T2: int32 int64")
        .since(22).types("T1: floats bfloat16"),

    op("GivenTensorFill", "A tensor of given values in the shape of an input or an attribute. Experimental, withdrawn with opset 10.")
        .since(1).inputs("shape?: T").outputs("X: T")
            .attributes("extra_shape: ints, input_as_shape: int, shape: ints, values: floats").types("T: floats"),
};

} // namespace

} // namespace model::ops
