// Matrix products.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <map>
#include <string>

namespace model::ops {

std::optional<Shape> productShape(InferenceContext& context, std::size_t left, std::size_t right)
{
    if (!expectRankAtLeast(context, left, 1) || !expectRankAtLeast(context, right, 1)
        || !context.hasShape(left) || !context.hasShape(right))
        return std::nullopt;
    auto a = context.shape(left);
    auto b = context.shape(right);
    const auto isRow = a.size() == 1;
    const auto isColumn = b.size() == 1;
    if (isRow)
        a.insert(a.begin(), Dimension::number(1));
    if (isColumn)
        b.push_back(Dimension::number(1));
    auto result = productShape(context, right, a, b);
    if (result && isRow)
        result->erase(result->end() - 2);
    if (result && isColumn)
        result->pop_back();
    return result;
}

std::optional<Shape> productShape(
    InferenceContext& context, std::size_t right, const Shape& a, const Shape& b)
{
    const auto& inner = a.back();
    const auto& rows = b[b.size() - 2];
    if (contradicts(inner, rows)) {
        context.inputError(right,
            "has " + rows.text() + " rows (" + shapeText(b) + "), but the first matrix has "
                + inner.text() + " columns (" + shapeText(a) + ")");
        return std::nullopt;
    }
    auto result = broadcast(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
    if (!result) {
        context.inputError(right,
            "batch axes of " + shapeText(b) + " cannot be broadcast with those of " + shapeText(a));
        return std::nullopt;
    }
    result->push_back(a[a.size() - 2]);
    result->push_back(b.back());
    return result;
}

Shape gemmShape(InferenceContext& context, std::size_t left, std::size_t right)
{
    const std::size_t transA = context.integer("transA", 0) != 0 ? 1 : 0;
    const std::size_t transB = context.integer("transB", 0) != 0 ? 1 : 0;
    expectDim(context, right, transB, context.dim(left, 1 - transA), "the inner size of A");
    return { context.dim(left, transA), context.dim(right, 1 - transB) };
}

namespace {

std::optional<Shape> matMul(InferenceContext& context) { return productShape(context, 0, 1); }

/// A zero point is one number, or one per row of A or column of B.
void matMulInteger(InferenceContext& context)
{
    context.setTensor(0, ElementType::Int32, productShape(context, 0, 1));
    for (const std::size_t i : { 0, 1 }) {
        const auto rank = context.rank(i);
        if (context.rank(i + 2) != 1u || !rank || *rank < 2 || context.dim(i + 2, 0).value() == 1)
            continue;
        expectDim(context, i + 2, 0, context.dim(i, i == 0 ? *rank - 2 : *rank - 1),
            i == 0 ? "one per row of A" : "one per column of B");
    }
}

void qlinearMatMul(InferenceContext& context)
{
    context.setTensor(0, context.element(7), productShape(context, 0, 3));
}

std::optional<Shape> gemm(InferenceContext& context)
{
    if (!expectRank(context, 0, { 2 }) || !expectRank(context, 1, { 2 }))
        return unknownShape(2);
    const auto result = gemmShape(context, 0, 1);
    expectBroadcastTo(context, 2, result, "the product");
    return result;
}

/// The terms of an Einstein summation: one string of labels per input, and one for the result.
struct Equation {
    std::vector<std::string> inputs;
    std::optional<std::string>
        output; ///< nothing: the labels that appear once, in alphabetical order
};

constexpr char ellipsis = '.'; // replaces "..." when the equation is read

Equation readEquation(const std::string& text)
{
    Equation equation;
    equation.inputs.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto& term = equation.output ? *equation.output : equation.inputs.back();
        if (text.compare(i, 3, "...") == 0) {
            term += ellipsis;
            i += 2;
        } else if (text.compare(i, 2, "->") == 0 && !equation.output) {
            equation.output.emplace(); // a second arrow is not a label
            ++i;
        } else if (text[i] == ',' && !equation.output)
            equation.inputs.emplace_back();
        else if (text[i] != ' ')
            term += text[i] == ellipsis ? '#' : text[i]; // a single dot is not a label
    }
    return equation;
}

bool areLabels(const std::string& term)
{
    for (const auto c : term)
        if (c != ellipsis && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z'))
            return false;
    return term.find(ellipsis) == term.rfind(ellipsis);
}

/// Sizes of labels and of the ellipsis, from the inputs.
struct LabelSizes {
    std::map<char, Dimension> sizes;
    std::map<char, int> uses;
    Shape ellipsisShape;
};

bool readTerm(
    InferenceContext& context, std::size_t input, const std::string& term, LabelSizes& labels)
{
    const auto& shape = context.shape(input);
    const auto hasEllipsis = term.find(ellipsis) != std::string::npos;
    const auto named = term.size() - (hasEllipsis ? 1 : 0);
    if (named > shape.size() || (!hasEllipsis && named != shape.size())) {
        context.inputError(input,
            "has rank " + std::to_string(shape.size()) + " (" + shapeText(shape)
                + "), but the equation names " + std::to_string(named) + " axes");
        return false;
    }
    std::size_t axis = 0;
    for (const auto label : term) {
        if (label == ellipsis) {
            const auto count = shape.size() - named;
            const auto first = shape.begin() + static_cast<std::ptrdiff_t>(axis);
            labels.ellipsisShape = broadcast(
                labels.ellipsisShape, Shape(first, first + static_cast<std::ptrdiff_t>(count)))
                                       .value_or(labels.ellipsisShape);
            axis += count;
            continue;
        }
        ++labels.uses[label];
        auto& size = labels.sizes[label];
        if (contradicts(size, shape[axis]) && size.value() != 1 && shape[axis].value() != 1) {
            context.inputError(input,
                std::string("axis '") + label + "' has " + shape[axis].text() + " elements ("
                    + shapeText(shape) + "), but " + size.text() + " elsewhere");
            return false;
        }
        if (size.isUnknown() || size.value() == 1)
            size = shape[axis];
        ++axis;
    }
    return true;
}

std::string implicitOutput(const LabelSizes& labels)
{
    std::string output(1, ellipsis);
    for (const auto& [label, count] : labels.uses)
        if (count == 1)
            output += label;
    return output;
}

std::optional<Shape> einsum(InferenceContext& context)
{
    const auto equation = readEquation(context.text("equation"));
    bool isValid = equation.inputs.size() == context.inputCount()
        && (!equation.output || areLabels(*equation.output));
    for (const auto& term : equation.inputs)
        isValid = isValid && areLabels(term);
    if (!isValid) {
        context.error("equation \"" + context.text("equation") + "\" is not one of "
            + std::to_string(context.inputCount())
            + " inputs: expected labels a-z, A-Z and '...', separated by ',', and one result after "
              "'->'");
        return std::nullopt;
    }
    LabelSizes labels;
    for (std::size_t i = 0; i < equation.inputs.size(); ++i)
        if (!context.hasShape(i) || !readTerm(context, i, equation.inputs[i], labels))
            return std::nullopt;
    Shape result;
    for (const auto label : equation.output.value_or(implicitOutput(labels))) {
        if (label == ellipsis) {
            result.insert(result.end(), labels.ellipsisShape.begin(), labels.ellipsisShape.end());
            continue;
        }
        const auto found = labels.sizes.find(label);
        if (found == labels.sizes.end()) {
            context.error(std::string("the result of the equation names axis '") + label
                + "', which no input has");
            return std::nullopt;
        }
        result.push_back(found->second);
    }
    return result;
}

std::optional<Shape> determinant(InferenceContext& context, Shape shape)
{
    if (!expectRankAtLeast(context, 0, 2))
        return std::nullopt;
    expectDim(context, 0, shape.size() - 1, shape[shape.size() - 2], "matrices must be square");
    return Shape(shape.begin(), shape.end() - 2);
}

/// Multiply-adds: the product of the sizes of all labels.
Cost einsumCost(const CostContext& context)
{
    auto cost = traffic(context);
    const auto equation = readEquation(context.text("equation"));
    std::map<char, std::uint64_t> sizes;
    std::uint64_t shared = 1; // product of the ellipsis axes
    for (std::size_t i = 0; i < equation.inputs.size(); ++i) {
        std::size_t axis = 0;
        for (const auto label : equation.inputs[i]) {
            if (label != ellipsis) {
                sizes[label] = std::max(sizes[label], context.inputDim(i, axis++));
                continue;
            }
            std::uint64_t here = 1;
            for (auto hidden = context.inputRank(i) + 1
                     - std::min(context.inputRank(i) + 1, equation.inputs[i].size());
                 hidden > 0; --hidden)
                here = multiplied(here, context.inputDim(i, axis++));
            shared = std::max(shared, here);
        }
    }
    cost.multiplyAdds = shared;
    for (const auto& [label, size] : sizes)
        cost.multiplyAdds = multiplied(cost.multiplyAdds, size);
    return cost;
}

const RegisterOperators matmulOperators {
    op("MatMul", "Matrix product; leading axes are broadcast as in NumPy.")
        .since(1, "A: T, B: T -> Y: T", "T: floats")
        .since(9, "T: floats wide")
        .since(13, "T: floats wide bfloat16")
        .rules(matMul, costProduct),

    op("Gemm",
        "alpha A B + beta C for matrices, each optionally transposed: the fully connected layer.")
        .since(1, "A: T, B: T, C: T -> Y: T", "T: floats")
        .attributes("alpha: float = 1, beta: float = 1, broadcast: int = 0, transA: int = 0, "
                    "transB: int = 0")
        .since(6)
        .since(7)
        .without("broadcast")
        .since(9, "T: floats wide")
        .since(11)
        .inputs("A: T, B: T, C?: T")
        .since(13, "T: floats wide bfloat16")
        .rules(gemm, costGemm),

    op("MatMulInteger",
        "Matrix product of 8-bit integers with zero points; the result is int32, not rescaled.")
        .since(10, "A: T1, B: T2, a_zero_point?: T1, b_zero_point?: T2 -> Y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: int32")
        .rules(matMulInteger, costProduct),

    op("QLinearMatMul", "Matrix product of quantised matrices whose result is quantised again.")
        .since(10,
            "a: T1, a_scale: float, a_zero_point: T1, b: T2, b_scale: float, b_zero_point: T2, "
            "y_scale: float, y_zero_point: T3 -> y: T3",
            "T1: int8 uint8; T2: int8 uint8; T3: int8 uint8")
        .since(21,
            "TS: float16 float bfloat16; T1: float8 int8 uint8; T2: float8 int8 uint8; T3: float8 "
            "int8 uint8")
        .inputs("a: T1, a_scale: TS, a_zero_point: T1, b: T2, b_scale: TS, b_zero_point: T2, "
                "y_scale: TS, y_zero_point: T3")
        .rules(qlinearMatMul, costProduct),

    op("Einsum",
        "Sums of products over named axes, written as an equation such as \"bij,bjk->bik\".")
        .since(12, "Inputs...: T -> Output: T", "T: numbers")
        .attributes("equation: string required")
        .since(28, "T: numbers bfloat16")
        .rules(einsum, einsumCost),

    op("Det", "Determinant of each square matrix in the last two axes.")
        .history(floatUnary(11, "X: T -> Y: T"))
        .rules(determinant),
};

} // namespace

} // namespace model::ops
