// Fused and small operators of ONNX Runtime (com.microsoft). Source: ONNX Runtime,
// ContribOperators.md.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

void fusedConv(InferenceContext& context) { inferAs(context, "Conv"); }
void fusedGemm(InferenceContext& context) { inferAs(context, "Gemm"); }

std::optional<Shape> fusedMatMul(InferenceContext& context)
{
    const auto isPlain
        = context.integer("transBatchA", 0) == 0 && context.integer("transBatchB", 0) == 0;
    if (!isPlain || !context.hasShape(0) || !context.hasShape(1)
        || !expectRankAtLeast(context, 0, 2) || !expectRankAtLeast(context, 1, 2))
        return std::nullopt;
    auto a = context.shape(0);
    auto b = context.shape(1);
    if (context.integer("transA", 0) != 0)
        std::swap(a[a.size() - 1], a[a.size() - 2]);
    if (context.integer("transB", 0) != 0)
        std::swap(b[b.size() - 1], b[b.size() - 2]);
    return productShape(context, 1, a, b);
}

void biasAlongLast(InferenceContext& context)
{
    sameAsFirst(context);
    if (const auto rank = context.rank(0); rank && *rank > 0)
        expectLength(context, 1, context.dim(0, *rank - 1), "the size of the last axis");
}

std::optional<Shape> expandDims(InferenceContext& context, Shape shape)
{
    const auto asked = scalarInput(context, 1).value();
    const auto axis = asked ? resolveAxis(context, *asked, shape.size() + 1) : std::nullopt;
    if (!axis)
        return std::nullopt;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis), Dimension::number(1));
    return shape;
}

std::optional<Shape> splitGelu(InferenceContext& context, Shape shape)
{
    if (!expectRank(context, 0, { 3 }))
        return shape;
    expectLength(context, 1, shape.back(), "the number of channels");
    if (shape.back().value().value_or(0) % 2 != 0)
        context.inputError(
            0, "has " + shape.back().text() + " channels, expected an even number to be halved");
    shape.back() = floorDiv(shape.back(), Dimension::number(2));
    return shape;
}

void blockRepeats(InferenceContext& context) { passOn(context, 1, 0); }

std::optional<Shape> distances(InferenceContext& context)
{
    expectRanks(context, { 0, 1 }, { 2 });
    expectDim(context, 1, 1, context.dim(0, 1), "the columns of A");
    return Shape { context.dim(0, 0), context.dim(1, 0) };
}

void tokenize(InferenceContext& context)
{
    context.setTensor(0, ElementType::String);
    if (!expectRank(context, 0, { 1, 2 }) || !context.hasShape(0))
        return;
    auto shape = context.shape(0);
    shape.push_back(context.newDimension("tokens"));
    context.setTensor(0, ElementType::String, std::move(shape));
}

/// Distances between all rows of two matrices.
Cost distancesCost(const CostContext& context)
{
    auto cost = costProduct(context);
    cost.otherFlops = cost.multiplyAdds; // subtractions
    return cost;
}

/// FusedMatMul and its older name TransposeMatMul.
void scaledProduct(OperatorVersions& versions)
{
    versions.since(1, "A: T, B: T -> Y: T", "T: floats bfloat16")
        .attributes("alpha: float = 1, transA: int = 0, transB: int = 0, transBatchA: int = 0, "
                    "transBatchB: int = 0");
}

const RegisterOperators contribFusedOperators {
    transcendental("com.microsoft:Gelu", "x times the normal distribution function of x.")
        .since(1, "X: T -> Y: T", "T: floats bfloat16"),

    transcendental("com.microsoft:QuickGelu", "x times sigmoid(alpha x).")
        .since(1, "X: T -> Y: T", "T: floats bfloat16")
        .attributes("alpha: float = 1.702"),

    op("com.microsoft:FastGelu",
        "GELU by the tanh approximation, of the input plus an optional bias.")
        .since(1, "X: T, bias?: T -> Y: T", "T: float16 float bfloat16")
        .rules(biasAlongLast, costTranscendental),

    op("com.microsoft:BiasGelu", "GELU of the input plus a bias along the last axis.")
        .since(1, "A: T, B: T -> C: T", "T: floats bfloat16")
        .rules(biasAlongLast, costTranscendental),

    op("com.microsoft:FusedConv", "Convolution, an optional tensor added to it, and an activation.")
        .since(1, "X: T, W: T, B?: T, Z?: T -> Y: T", "T: floats")
        .attributes(
            "activation: string, activation_params: floats, auto_pad: string = NOTSET, dilations: "
            "ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
        .rules(fusedConv, costWindow(1, { 2, 3 })),

    op("com.microsoft:FusedGemm", "Gemm and an activation.")
        .since(1, "A: T, B: T, C?: T -> Y: T", "T: floats wide")
        .attributes("activation: string, activation_alpha: float, activation_beta: float, "
                    "activation_gamma: float, alpha: float = 1, beta: float = 1, transA: int = 0, "
                    "transB: int = 0")
        .rules(fusedGemm, costGemm),

    op("com.microsoft:FusedMatMul", "Matrix product times alpha, either matrix transposed.")
        .history(scaledProduct)
        .rules(fusedMatMul, costProduct),

    op("com.microsoft:TransposeMatMul", "An older name of FusedMatMul.")
        .history(scaledProduct)
        .rules(fusedMatMul, costProduct),

    // The cost is that of Gaussian elimination: n multiply-adds per element.
    op("com.microsoft:Inverse", "Inverse of each square matrix in the last two axes.")
        .since(1, "X: T -> Y: T", "T: floats")
        .rules(sameAsFirst, costProduct),

    op("com.microsoft:Trilu", "Keeps the upper or lower triangle of matrices; zero elsewhere.")
        .since(1, "X: T, k?: int64 -> Y: T", "T: floats integers bfloat16 bool")
        .attributes("upper: int = 1")
        .rules(sameAsFirst, costMove),

    op("com.microsoft:ExpandDims", "Adds one axis of size one.")
        .since(1, "X: T, axis: int32 -> Y: T", "T: ir4")
        .rules(expandDims, costView),

    op("com.microsoft:BiasAdd",
        "Sum of a tensor, a bias along its last axis and a skip connection.")
        .since(1, "X: T, bias: T, skip: T -> Y: T", "T: float16 float")
        .rules(sameAsFirst, costPerOutput(2)),

    op("com.microsoft:BiasSplitGelu",
        "Adds a bias, then multiplies one half of the channels by GELU of the other.")
        .since(1, "X: T, bias: T -> Y: T", "T: float16 float")
        .rules(splitGelu, costTranscendental),

    op("com.microsoft:NGramRepeatBlock", "Forbids tokens that would repeat an n-gram.")
        .since(1, "input_ids: Tid, scores: T -> scores_out: T", "Tid: int64; T: float")
        .attributes("ngram_size: int required")
        .rules(blockRepeats, costMove),

    op("com.microsoft:CDist", "Distances between the rows of two matrices.")
        .since(1, "A: T, B: T -> C: T", "T: float double")
        .attributes("metric: string = sqeuclidean")
        .rules(distances, distancesCost),

    op("com.microsoft:Tokenizer", "Cuts strings into words or characters.")
        .since(1, "X: T -> Y: T", "T: string")
        .attributes("mark: int required, mincharnum: int required, pad_value: string required, "
                    "separators: strings, stopwords: strings, tokenexp: string")
        .rules(tokenize),
};

} // namespace

} // namespace model::ops
