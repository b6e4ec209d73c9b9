// Reads and writes at computed positions.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators gather {
    op("Gather", "Takes slices along one axis by index: the look-up of embeddings.")
        .since(1).inputs("data: T, indices: Tind").outputs("output: T").attributes("axis: int = 0").types("T: basic; Tind: int32 int64")
        .since(11)
        .since(13).types("T: basic bfloat16"),

    op("GatherElements", "Takes single elements along one axis by an index tensor of the result's shape.")
        .since(11).inputs("data: T, indices: Tind").outputs("output: T").attributes("axis: int = 0").types("T: basic; Tind: int32 int64")
        .since(13).types("T: basic bfloat16"),

    op("GatherND", "Takes elements or slices by tuples of indices.")
        .since(11).inputs("data: T, indices: int64").outputs("output: T").types("T: basic")
        .since(12).attributes("batch_dims: int = 0")
        .since(13).types("T: basic bfloat16"),

    op("Scatter", "Former name of ScatterElements.")
        .since(9).inputs("data: T, indices: Tind, updates: T").outputs("output: T").attributes("axis: int = 0")
            .types("T: basic; Tind: int32 int64")
        .since(11).deprecated(),

    op("ScatterElements", "A copy of the data with single elements along one axis replaced or combined at the given indices.")
        .since(11).inputs("data: T, indices: Tind, updates: T").outputs("output: T").attributes("axis: int = 0")
            .types("T: basic; Tind: int32 int64")
        .since(13).types("T: basic bfloat16")
        .since(16).attributes("reduction: string = none")
        .since(18),

    op("ScatterND", "A copy of the data with elements or slices replaced or combined at tuples of indices.")
        .since(11).inputs("data: T, indices: int64, updates: T").outputs("output: T").types("T: basic")
        .since(13).types("T: basic bfloat16")
        .since(16).attributes("reduction: string = none")
        .since(18),

    op("TensorScatter", "Writes new entries into a cache along its sequence axis, at a position per batch entry.")
        .since(24).inputs("past_cache: T, update: T, write_indices?: int64").outputs("present_cache: T")
            .attributes("axis: int = -2, mode: string = linear").types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0"),

    op("OneHot", "Turns indices into vectors with one value on and the others off.")
        .since(9).inputs("indices: T1, depth: T2, values: T3").outputs("output: T3").attributes("axis: int = -1")
            .types("T1: numbers; T2: numbers; T3: basic")
        .since(11)
        .since(28).types("T3: basic bfloat16"),
};

} // namespace

} // namespace model::ops
