// Operators that read or write at computed positions.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <string>

namespace model::ops {

namespace {

/// Selects elements of a list by known indices.
void foldGather(InferenceContext& context)
{
    const auto* data = context.elements(0);
    const auto* indices = context.elements(1);
    const auto wanted = indices != nullptr ? indices->numbers() : std::nullopt;
    if (data == nullptr || data->dims.size() != 1 || !wanted)
        return;
    std::vector<std::size_t> positions;
    for (auto index : *wanted) {
        index += index < 0 ? data->dims[0] : 0;
        if (index < 0 || index >= data->dims[0]) {
            context.inputError(1,
                "index " + std::to_string(index) + " is outside of the "
                    + std::to_string(data->dims[0]) + " elements of the data");
            return;
        }
        positions.push_back(static_cast<std::size_t>(index));
    }
    context.setElements(0, select(*data, positions, indices->dims));
}

void gather(InferenceContext& context)
{
    setLikeFirst(context);
    const auto data = knownShape(context, 0);
    const auto axis = data ? axisAttribute(context, 0, data->size()) : std::nullopt;
    if (!axis || !context.hasShape(1))
        return;
    setLikeFirst(context, gatheredShape(*data, *axis, context.shape(1)));
    foldGather(context);
}

std::optional<Shape> gatherElements(InferenceContext& context)
{
    expectSameRank(context, 1);
    expectAxis(context, 0);
    return knownShape(context, 1);
}

std::optional<Shape> gatherNd(InferenceContext& context)
{
    if (!expectRankAtLeast(context, 0, 1) || !expectRankAtLeast(context, 1, 1)
        || !context.hasShape(0) || !context.hasShape(1))
        return std::nullopt;
    const auto& data = context.shape(0);
    const auto& indices = context.shape(1);
    const auto depth = indices.back().value();
    if (!depth)
        return std::nullopt;
    const auto batchDims = context.integer("batch_dims", 0);
    const auto rank = static_cast<std::int64_t>(data.size());
    if (batchDims < 0 || *depth < 0 || batchDims > rank || *depth > rank - batchDims) {
        context.inputError(1,
            "tuples of " + std::to_string(*depth) + " indices after " + std::to_string(batchDims)
                + " batch axes do not fit data of rank " + std::to_string(data.size()));
        return std::nullopt;
    }
    Shape result(indices.begin(), indices.end() - 1);
    result.insert(result.end(), data.begin() + batchDims + *depth, data.end());
    return result;
}

void scatterElements(InferenceContext& context)
{
    sameAsFirst(context);
    expectSameRank(context, 1);
    expectSameRank(context, 2);
    expectAxis(context, 0);
    expectShape(context, 2, knownShape(context, 1), "that of the indices");
}

/// Writes single elements of a list. Models use this to replace one size of a shape.
void foldScatter(InferenceContext& context)
{
    const auto* data = context.elements(0);
    const auto indices = context.numbers(1);
    const auto updates = context.integerElements(2);
    if (data == nullptr || data->dims.size() != 1 || !data->reals.empty() || !indices || !updates
        || indices->size() != updates->size())
        return;
    if (const auto reduction = context.text("reduction"); !reduction.empty() && reduction != "none")
        return;
    auto result = *data;
    for (std::size_t i = 0; i < indices->size(); ++i) {
        const auto index = (*indices)[i] + ((*indices)[i] < 0 ? data->dims[0] : 0);
        if (index < 0 || index >= data->dims[0])
            return;
        result.integers[static_cast<std::size_t>(index)] = (*updates)[i];
    }
    context.setElements(0, std::move(result));
}

void scatterNd(InferenceContext& context)
{
    sameAsFirst(context);
    if (!expectRankAtLeast(context, 1, 1) || !context.hasShape(0) || !context.hasShape(1))
        return;
    const auto& data = context.shape(0);
    const auto& indices = context.shape(1);
    const auto depth = indices.back().value();
    if (!depth || *depth < 0 || *depth > static_cast<std::int64_t>(data.size())) {
        if (depth)
            context.inputError(1,
                "tuples of " + std::to_string(*depth) + " indices do not fit data of rank "
                    + std::to_string(data.size()));
        return;
    }
    Shape expected(indices.begin(), indices.end() - 1);
    expected.insert(expected.end(), data.begin() + *depth, data.end());
    expectShape(context, 2, expected, "from indices and data");
    foldScatter(context);
}

void oneHot(InferenceContext& context)
{
    context.setTensor(0, context.element(2));
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    const auto axis = axisAttribute(context, -1, shape.size() + 1);
    if (!axis)
        return;
    const auto* depth = context.elements(1);
    const auto known = depth != nullptr ? asIntegers(*depth) : std::nullopt;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis),
        known && known->size() == 1 ? known->front() : Dimension());
    context.setTensor(0, context.element(2), std::move(shape));
}

void tensorScatter(InferenceContext& context)
{
    sameAsFirst(context);
    expectSameRank(context, 1);
}

/// Copies the data, then reads and writes the updates.
Cost scatterCost(const CostContext& context)
{
    Cost cost;
    cost.readBytes = context.inputBytes(0) + context.inputBytes(1) + context.inputBytes(2);
    cost.writtenBytes = context.outputBytes(0);
    cost.movedBytes = cost.bytes();
    return cost;
}

/// Counts the rows that are read and the indices, not the complete table.
Cost gatherCost(const CostContext& context)
{
    auto cost = costPick(context);
    cost.readBytes = saturatedSum(cost.readBytes, context.inputBytes(1));
    cost.movedBytes = cost.bytes();
    return cost;
}

const RegisterOperators gatherOperators {
    op("Gather", "Takes slices along one axis by index: the look-up of embeddings.")
        .since(1, "data: T, indices: Tind -> output: T", "T: basic; Tind: int32 int64")
        .attributes("axis: int = 0")
        .since(11)
        .since(13, "T: ir4")
        .rules(gather, gatherCost),

    op("GatherElements",
        "Takes single elements along one axis by an index tensor of the result's shape.")
        .since(11, "data: T, indices: Tind -> output: T", "T: basic; Tind: int32 int64")
        .attributes("axis: int = 0")
        .since(13, "T: ir4")
        .rules(gatherElements, gatherCost),

    op("GatherND", "Takes elements or slices by tuples of indices.")
        .since(11, "data: T, indices: int64 -> output: T", "T: basic")
        .since(12)
        .attributes("batch_dims: int = 0")
        .since(13, "T: ir4")
        .rules(gatherNd, gatherCost),

    op("Scatter", "Former name of ScatterElements.")
        .since(9, "data: T, indices: Tind, updates: T -> output: T", "T: basic; Tind: int32 int64")
        .attributes("axis: int = 0")
        .since(11)
        .deprecated()
        .rules(scatterElements, scatterCost),

    op("ScatterElements",
        "A copy of the data with single elements along one axis replaced or combined at the given "
        "indices.")
        .since(11, "data: T, indices: Tind, updates: T -> output: T", "T: basic; Tind: int32 int64")
        .attributes("axis: int = 0")
        .since(13, "T: ir4")
        .since(16)
        .attributes("reduction: string = none")
        .since(18)
        .rules(scatterElements, scatterCost),

    op("ScatterND",
        "A copy of the data with elements or slices replaced or combined at tuples of indices.")
        .since(11, "data: T, indices: int64, updates: T -> output: T", "T: basic")
        .since(13, "T: ir4")
        .since(16)
        .attributes("reduction: string = none")
        .since(18)
        .rules(scatterNd, scatterCost),

    op("TensorScatter",
        "Writes new entries into a cache along its sequence axis, at a position per batch entry.")
        .since(24, "past_cache: T, update: T, write_indices?: int64 -> present_cache: T", "T: ir12")
        .attributes("axis: int = -2, mode: string = linear")
        .rules(tensorScatter, scatterCost),

    op("OneHot", "Turns indices into vectors with one value on and the others off.")
        .since(9, "indices: T1, depth: T2, values: T3 -> output: T3",
            "T1: numbers; T2: numbers; T3: basic")
        .attributes("axis: int = -1")
        .since(11)
        .since(28, "T3: ir4")
        .rules(oneHot, costMove),
};

} // namespace

} // namespace model::ops
