// Operators that cut tensors apart, join them and repeat them.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators slice {
    op("Concat", "Joins tensors along an axis.")
        .since(1).inputs("inputs...: T").outputs("concat_result: T").attributes("axis: int").types("T: floats")
        .since(4).attributes("axis: int required").types("T: basic")
        .since(11)
        .since(13).types("T: basic bfloat16"),

    op("Split", "Cuts a tensor into parts along an axis.")
        .since(1).inputs("input: T, split?: T").outputs("outputs...: T").attributes("axis: int, split: ints").types("T: floats")
        .since(2).inputs("input: T").attributes("axis: int = 0").types("T: basic")
        .since(11)
        .since(13).inputs("input: T, split?: int64").without("split").types("T: basic bfloat16")
        .since(18).attributes("num_outputs: int"),

    op("Slice", "Takes ranges along axes, with steps; negative positions count from the end.")
        .since(1).inputs("data: T").outputs("output: T").attributes("axes: ints, ends: ints required, starts: ints required")
            .types("T: basic")
        .since(10).inputs("data: T, starts: Tind, ends: Tind, axes?: Tind, steps?: Tind").without("axes, ends, starts")
            .types("Tind: int32 int64")
        .since(11)
        .since(13).types("T: basic bfloat16"),

    op("Tile", "Repeats a tensor along each axis.")
        .since(1).inputs("input: T, tiles: T, axis: T").outputs("output: T").types("T: floats; T1: int64")
        .since(6).inputs("input: T, repeats: T1").types("T: basic")
        .since(13).types("T: basic bfloat16"),

    op("Compress", "Keeps the elements or slices whose condition is true.")
        .since(9).inputs("input: T, condition: T1").outputs("output: T").attributes("axis: int").types("T: basic; T1: bool")
        .since(11)
        .since(28).types("T: basic bfloat16"),

    op("ReverseSequence", "Reverses the first entries of each sequence of a batch, by its own length.")
        .since(10).inputs("input: T, sequence_lens: int64").outputs("Y: T").attributes("batch_axis: int = 1, time_axis: int = 0")
            .types("T: basic")
        .since(28).types("T: basic bfloat16"),

    op("Trilu", "Keeps the upper or lower triangle of matrices; zero elsewhere.")
        .since(14).inputs("input: T, k?: int64").outputs("output: T").attributes("upper: int = 1").types("T: basic bfloat16"),

    op("CenterCropPad", "Crops or pads around the centre to a given shape.")
        .since(18).inputs("input_data: T, shape: Tind").outputs("output_data: T").attributes("axes: ints")
            .types("T: basic bfloat16; Tind: int32 int64"),

    op("Unique", "The distinct elements or slices, with positions, inverse positions and counts.")
        .since(11).inputs("X: T").outputs("Y: T, indices?: int64, inverse_indices?: int64, counts?: int64")
            .attributes("axis: int, sorted: int = 1").types("T: basic")
        .since(28).types("T: basic bfloat16"),

    op("NonZero", "Positions of all elements that are not zero, one column each.")
        .since(9).inputs("X: T").outputs("Y: int64").types("T: basic")
        .since(13).types("T: basic bfloat16"),
};

} // namespace

} // namespace model::ops
