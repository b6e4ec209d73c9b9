// Reductions along axes, running sums and orderings.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators reduce {
    op("ReduceSum", "Sum over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0")
            .types("T: floats wide bfloat16"),

    op("ReduceMean", "Mean over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0"),

    op("ReduceMax", "Largest element over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(12).types("T: floats wide int8 uint8")
        .since(13).types("T: floats wide bfloat16 int8 uint8")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0")
        .since(20).types("T: floats wide bool bfloat16 int8 uint8"),

    op("ReduceMin", "Smallest element over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(12).types("T: floats wide int8 uint8")
        .since(13).types("T: floats wide bfloat16 int8 uint8")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0")
        .since(20).types("T: floats wide bool bfloat16 int8 uint8"),

    op("ReduceProd", "Product over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0"),

    op("ReduceL1", "Sum of absolute values over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0"),

    op("ReduceL2", "Root of the sum of squares over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0"),

    op("ReduceLogSum", "Logarithm of the sum over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0")
        .since(28).types("T: floats bfloat16"),

    op("ReduceLogSumExp", "Logarithm of the sum of exponentials over axes, computed without overflow.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0")
        .since(28).types("T: floats bfloat16"),

    op("ReduceSumSquare", "Sum of squares over axes.")
        .since(1).inputs("data: T").outputs("reduced: T").attributes("axes: ints, keepdims: int = 1").types("T: floats wide")
        .since(11)
        .since(13).types("T: floats wide bfloat16")
        .since(18).inputs("data: T, axes?: int64").without("axes").attributes("noop_with_empty_axes: int = 0"),

    op("ArgMax", "Position of the largest element along an axis.")
        .since(1).inputs("data: T").outputs("reduced: int64").attributes("axis: int = 0, keepdims: int = 1").types("T: numbers")
        .since(11)
        .since(12).attributes("select_last_index: int = 0")
        .since(13).types("T: numbers bfloat16"),

    op("ArgMin", "Position of the smallest element along an axis.")
        .since(1).inputs("data: T").outputs("reduced: int64").attributes("axis: int = 0, keepdims: int = 1").types("T: numbers")
        .since(11)
        .since(12).attributes("select_last_index: int = 0")
        .since(13).types("T: numbers bfloat16"),

    op("CumSum", "Running sum along an axis, optionally reversed or excluding the element itself.")
        .since(11).inputs("x: T, axis: T2").outputs("y: T").attributes("exclusive: int = 0, reverse: int = 0")
            .types("T: wide float double; T2: int32 int64")
        .since(14).types("T: floats wide bfloat16"),

    op("CumProd", "Running product along an axis, optionally reversed or excluding the element itself.")
        .since(26).inputs("x: T, axis: T2").outputs("y: T").attributes("exclusive: int = 0, reverse: int = 0")
            .types("T: floats wide bfloat16; T2: int32 int64"),

    op("TopK", "The k largest or smallest elements along an axis and their positions.")
        .since(1).inputs("X: T").outputs("Values: T, Indices: I").attributes("axis: int = -1, k: int required").types("T: floats; I: int64")
        .since(10).inputs("X: T, K: int64").without("k")
        .since(11).attributes("largest: int = 1, sorted: int = 1").types("T: numbers")
        .since(24).types("T: numbers bfloat16"),
};

} // namespace

} // namespace model::ops
