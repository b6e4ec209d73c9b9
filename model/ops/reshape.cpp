// Operators that change the shape and leave the elements where they are.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators reshape {
    op("Reshape", "Gives the same elements another shape; -1 stands for what is left, 0 for the old size.")
        .since(1).inputs("data: T").outputs("reshaped: T").attributes("consumed_inputs: ints, shape: ints").types("T: floats")
        .since(5).inputs("data: T, shape: int64").without("consumed_inputs, shape").types("T: basic")
        .since(13).types("T: basic bfloat16")
        .since(14).attributes("allowzero: int = 0")
        .since(19).types("T: basic float8 bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Flatten", "Folds the axes before and after `axis` into a matrix.")
        .since(1).inputs("input: T").outputs("output: T").attributes("axis: int = 1").types("T: floats")
        .since(9).types("T: basic")
        .since(11)
        .since(13).types("T: basic bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Squeeze", "Removes axes of size one.")
        .since(1).inputs("data: T").outputs("squeezed: T").attributes("axes: ints").types("T: basic")
        .since(11)
        .since(13).inputs("data: T, axes?: int64").without("axes").types("T: basic bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Unsqueeze", "Adds axes of size one.")
        .since(1).inputs("data: T").outputs("expanded: T").attributes("axes: ints required").types("T: basic")
        .since(11)
        .since(13).inputs("data: T, axes: int64").without("axes").types("T: basic bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Expand", "Repeats axes of size one so that the tensor takes a larger shape.")
        .since(8).inputs("input: T, shape: int64").outputs("output: T").types("T: basic")
        .since(13).types("T: basic bfloat16"),

    op("Shape", "The shape of a tensor as a list of integers.")
        .since(1).inputs("data: T").outputs("shape: T1").types("T: basic; T1: int64")
        .since(13).types("T: basic bfloat16")
        .since(15).attributes("end: int, start: int = 0")
        .since(19).types("T: basic float8 bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Size", "The number of elements of a tensor.")
        .since(1).inputs("data: T").outputs("size: T1").types("T: basic; T1: int64")
        .since(13).types("T: basic bfloat16")
        .since(19).types("T: basic float8 bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Transpose", "Reorders the axes.")
        .since(1).inputs("data: T").outputs("transposed: T").attributes("perm: ints").types("T: basic")
        .since(13).types("T: basic bfloat16")
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("DepthToSpace", "Moves blocks of channels into space: fewer channels, a larger image.")
        .since(1).inputs("input: T").outputs("output: T").attributes("blocksize: int required").types("T: basic")
        .since(11).attributes("mode: string = DCR")
        .since(13).types("T: basic bfloat16")
        .since(28),

    op("SpaceToDepth", "Moves blocks of space into channels: a smaller image, more channels.")
        .since(1).inputs("input: T").outputs("output: T").attributes("blocksize: int required").types("T: basic")
        .since(13).types("T: basic bfloat16")
        .since(28).attributes("mode: string = DCR"),
};

} // namespace

} // namespace model::ops
