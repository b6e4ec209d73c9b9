// Operators of ONNX Runtime (com.microsoft) that equal an ai.onnx operator with other inputs or an
// addition. Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

std::optional<Shape> range(InferenceContext& context)
{
    return Shape { context.newDimension("count") };
}

void unique(InferenceContext& context)
{
    expectRank(context, 0, { 1 });
    const auto count = context.newDimension("count");
    setLikeFirst(context, Shape { count });
    context.setTensor(1, ElementType::Int64, knownShape(context, 0));
    context.setTensor(2, ElementType::Int64, Shape { count });
}

std::optional<Shape> pad(InferenceContext& context, Shape shape)
{
    const auto pads = context.numbers(1);
    if (pads && pads->size() != 2 * shape.size()) {
        context.inputError(1,
            "has " + std::to_string(pads->size()) + " entries, expected two for each of the "
                + std::to_string(shape.size()) + " axes");
        return std::nullopt;
    }
    for (std::size_t d = 0; d < shape.size(); ++d)
        shape[d] = pads ? shape[d] + Dimension::number((*pads)[d])
                + Dimension::number((*pads)[d + shape.size()])
                        : Dimension();
    return shape;
}

/// indices: the last axis holds positions along the first axes of the data.
void gatherNd(InferenceContext& context) { inferAs(context, "GatherND"); }

std::optional<Shape> gridSample(InferenceContext& context)
{
    if (!expectRank(context, 0, { 4 }) || !expectRank(context, 1, { 4 }))
        return std::nullopt;
    return Shape { context.dim(0, 0), context.dim(0, 1), context.dim(1, 1), context.dim(1, 2) };
}

/// The product of two matrices or of stacks of them.
void product(InferenceContext& context, ElementType element)
{
    context.setTensor(0, element);
    if (expectRankAtLeast(context, 0, 2) && expectRankAtLeast(context, 1, 2))
        context.setTensor(0, element, productShape(context, 0, 1));
}

void product16(InferenceContext& context) { product(context, ElementType::Int32); }
void productGelu(InferenceContext& context) { product(context, context.element(0)); }

/// The mask of a dropout has the shape of the data.
void biasDropout(InferenceContext& context)
{
    sameAsFirst(context);
    context.setTensor(1, ElementType::Bool, knownShape(context, 0));
}

const RegisterOperators contribStandardOperators {
    op("com.microsoft:Range", "Numbers from start up to, but without, limit.")
        .since(1, "start: T, limit: T, delta?: T -> Y: T", "T: float double int16 int32 int64")
        .rules(range, costElementwise),

    op("com.microsoft:Unique", "The distinct elements in the order of their first appearance.")
        .since(1, "x: T -> y: T, idx: int64, counts: int64", "T: basic")
        .rules(unique, costMove),

    op("com.microsoft:Pad", "Adds elements before and behind along each axis.")
        .since(1, "data: T, pads: int64, value?: T -> output: T", "T: floats")
        .attributes("mode: string = constant")
        .rules(pad, costMove),

    op("com.microsoft:GatherND", "Slices named by positions along the first axes.")
        .since(1, "data: T, indices: Tind -> output: T", "T: basic; Tind: int32 int64")
        .rules(gatherNd, costPick),

    op("com.microsoft:GridSample", "Samples an image at the positions of a grid.")
        .since(1, "X: T1, Grid: T1 -> Y: T2", "T1: basic; T2: floats")
        .attributes("align_corners: int = 0, mode: string = bilinear, padding_mode: string = zeros")
        .rules(gridSample, costElementwise),

    op("com.microsoft:MatMulInteger16", "Product of matrices of 16 bits.")
        .since(1, "A: T1, B: T2 -> Y: T3", "T1: int16 uint16; T2: int16 uint16; T3: int32 uint32")
        .rules(product16, costProduct),

    op("com.microsoft:GemmFastGelu", "Matrix product, a bias, and GELU by the tanh approximation.")
        .since(1, "X: T, W: T, bias?: T -> Y: T", "T: float float16 bfloat16")
        .rules(productGelu, costProduct),

    transcendental(
        "com.microsoft:BiasSoftmax", "Softmax of scores and a bias, over all axes from one on.")
        .since(1, "data: T, bias: T -> output: T", "T: floats")
        .attributes("axis: int = 1, is_inner_broadcast: int required"),

    op("com.microsoft:BiasDropout", "Dropout of data and a bias, and a residual connection.")
        .since(1,
            "data: T, bias: T, residual?: T, ratio?: T1, training_mode?: T2 -> output: T, mask?: "
            "T2",
            "T: floats bfloat16; T1: floats bfloat16; T2: bool")
        .attributes("seed: int")
        .rules(biasDropout, costPerOutput(2)),

    op("com.microsoft:IsAllFinite", "Whether no element is infinite or not a number.")
        .since(1, "input*: V -> output: T", "V: floats bfloat16; T: bool")
        .attributes("isinf_only: int = 0, isnan_only: int = 0")
        .rules(scalarBool, costPerInput),
};

} // namespace

} // namespace model::ops
