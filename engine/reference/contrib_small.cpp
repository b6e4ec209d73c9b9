#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/fake_quantization.h"

#include <cmath>
#include <limits>

// Inverse, CDist, BiasAdd, BiasSplitGelu and NGramRepeatBlock of com.microsoft; Quant, BipolarQuant
// and Trunc of Brevitas and QONNX.

namespace engine {

namespace {

/// Inverts a matrix by Gauss-Jordan elimination with the largest pivot of each column. Returns
/// false if it is singular.
bool invert(std::vector<double>& a, std::vector<double>& inverse, std::size_t n)
{
    inverse.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        inverse[i * n + i] = 1;
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row) {
            if (std::fabs(a[row * n + column]) > std::fabs(a[pivot * n + column]))
                pivot = row;
        }
        const double head = a[pivot * n + column];
        if (head == 0 || !std::isfinite(head))
            return false;
        for (std::size_t i = 0; i < n; ++i) {
            std::swap(a[pivot * n + i], a[column * n + i]);
            std::swap(inverse[pivot * n + i], inverse[column * n + i]);
            a[column * n + i] /= head;
            inverse[column * n + i] /= head;
        }
        for (std::size_t row = 0; row < n; ++row) {
            const double factor = a[row * n + column];
            for (std::size_t i = 0; row != column && i < n; ++i) {
                a[row * n + i] -= factor * a[column * n + i];
                inverse[row * n + i] -= factor * inverse[column * n + i];
            }
        }
    }
    return true;
}

Result<void> runInverse(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rank = input.rank();
    if (rank < 2 || input.dims()[rank - 1] != input.dims()[rank - 2])
        return fail("an input of ", input.dims(), ", expected square matrices");
    const auto n = static_cast<std::size_t>(input.dims().back());
    const auto values = TRY(readNumbers(input));
    std::vector<double> result;
    for (std::size_t first = 0; n > 0 && first < values.size(); first += n * n) {
        std::vector<double> matrix(values.begin() + first, values.begin() + (first + n * n));
        std::vector<double> inverse;
        if (!invert(matrix, inverse, n))
            return fail("matrix ", first / n / n, " is singular");
        result.insert(result.end(), inverse.begin(), inverse.end());
    }
    return writeFloats(context, 0, input.element(), input.dims(), result);
}

Result<void> runDistances(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    if (a.rank() != 2 || b.rank() != 2 || a.dims()[1] != b.dims()[1])
        return fail("rows of ", a.dims(), " and ", b.dims(), " have no distance");
    const bool isSquared = node.text("metric", "sqeuclidean") == "sqeuclidean";
    const auto x = TRY(readNumbers(a));
    const auto y = TRY(readNumbers(b));
    const auto width = a.dims()[1];
    const Dims dims { a.dims()[0], b.dims()[0] };
    return fillFloats(context, a.element(), dims, [&](std::int64_t i) {
        const auto* rowX = x.data() + i / dims[1] * width;
        const auto* rowY = y.data() + i % dims[1] * width;
        double sum = 0;
        for (std::int64_t k = 0; k < width; ++k)
            sum += (rowX[k] - rowY[k]) * (rowX[k] - rowY[k]);
        return isSquared ? sum : std::sqrt(sum);
    });
}

/// Returns X [batch, steps, channels] + bias [channels] (+ skip of X's shape).
Result<std::vector<float>> withBias(const RunContext& context)
{
    const auto& input = context.tensor(0);
    auto values = TRY(readFloats(input));
    const auto bias = TRY(readFloats(context.tensor(1)));
    if (input.rank() == 0 || std::ssize(bias) != input.dims().back())
        return fail("bias has ", bias.size(), " elements for an input of ", input.dims());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += bias[i % bias.size()];
    return values;
}

Result<void> runBiasAdd(const OpNode&, RunContext& context)
{
    auto values = TRY(withBias(context));
    const auto skip = TRY(readFloats(context.tensor(2)));
    if (skip.size() != values.size())
        return fail("skip is ", context.tensor(2).dims(), ", expected ", context.tensor(0).dims());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += skip[i];
    return writeFloats(context, 0, context.tensor(0).element(), context.tensor(0).dims(), values);
}

/// The left half of the channels times GELU of the right half.
Result<void> runBiasSplitGelu(const OpNode&, RunContext& context)
{
    const auto values = TRY(withBias(context));
    auto dims = context.tensor(0).dims();
    if (dims.back() % 2 != 0)
        return fail(dims.back(), " channels have no halves");
    dims.back() /= 2;
    const auto half = static_cast<std::size_t>(dims.back());
    std::vector<float> result;
    for (std::size_t row = 0; half > 0 && row < values.size(); row += 2 * half) {
        for (std::size_t i = 0; i < half; ++i) {
            const float gate = values[row + half + i];
            result.push_back(values[row + i] * 0.5f * gate * (1.0f + std::erf(gate * 0.70710678f)));
        }
    }
    return writeFloats(context, 0, context.tensor(0).element(), dims, result);
}

/// Sets the score to -infinity for each token that would repeat an n-gram of its sequence.
Result<void> runNgramRepeatBlock(const OpNode& node, RunContext& context)
{
    const auto& tokens = context.tensor(0);
    const auto& scores = context.tensor(1);
    const auto size = node.integer("ngram_size", 0);
    if (tokens.rank() != 2 || scores.rank() != 2 || tokens.dims()[0] != scores.dims()[0]
        || size < 1)
        return fail("tokens ", tokens.dims(), " and scores ", scores.dims(),
            " do not fit n-grams of ", size);
    const auto ids = TRY(readIntegers(tokens));
    auto values = TRY(readFloats(scores));
    const auto [length, vocabulary] = std::array { tokens.dims()[1], scores.dims()[1] };
    const auto batches = length < size ? 0 : tokens.dims()[0]; // too short for one n-gram
    for (std::int64_t b = 0; b < batches; ++b) {
        const auto* row = ids.data() + b * length;
        const auto* suffix = row + length - (size - 1);
        for (std::int64_t i = 0; i + size <= length; ++i) {
            const auto token = row[i + size - 1];
            if (!std::equal(row + i, row + i + size - 1, suffix))
                continue;
            if (token < 0 || token >= vocabulary)
                return fail("token ", token, " is outside a vocabulary of ", vocabulary);
            values[b * vocabulary + token] = -std::numeric_limits<float>::infinity();
        }
    }
    return writeFloats(context, 0, scores.element(), scores.dims(), values);
}

/// Applies the function to X and parameters, which are broadcast to X.
template <typename Function>
Result<void> mapWithParameters(RunContext& context, const Function& function)
{
    constexpr std::size_t parameters = Function::parameters;
    const auto& input = context.tensor(0);
    const auto x = TRY(readNumbers(input));
    std::vector<double> spread(x.size() * parameters); // parameters of one element are adjacent
    for (std::size_t p = 0; p < parameters; ++p) {
        const auto& tensor = context.tensor(p + 1);
        if (TRY(broadcastDims(tensor.dims(), input.dims())) != input.dims())
            return fail("input ", p + 1, " is ", tensor.dims(), ", which cannot be broadcast to ",
                input.dims());
        const auto given = TRY(readNumbers(tensor));
        const StridedLoop<2> loop(input.dims(),
            { broadcastStrides(tensor.dims(), input.dims()), denseStrides(input.dims()) });
        loop.forEach([&](const auto& at) {
            spread[static_cast<std::size_t>(at[1]) * parameters + p] = given[at[0]];
        });
    }
    std::vector<double> result;
    for (std::size_t i = 0; i < x.size(); ++i)
        result.push_back(function(x[i], spread.data() + i * parameters));
    return writeFloats(context, 0, input.element(), input.dims(), result);
}

Result<void> runQuant(const OpNode& node, RunContext& context)
{
    return mapWithParameters(context, fakeQuantize(node));
}

Result<void> runBipolarQuant(const OpNode&, RunContext& context)
{
    return mapWithParameters(context, functors::BipolarQuantize {});
}

Result<void> runTrunc(const OpNode& node, RunContext& context)
{
    return mapWithParameters(context, truncateBits(node));
}

const RegisterReference smallOperators[] = {
    { "Inverse", runInverse, onFloats, "com.microsoft" },
    { "CDist", runDistances, onFloats, "com.microsoft" },
    { "BiasAdd", runBiasAdd, onFloats, "com.microsoft" },
    { "BiasSplitGelu", runBiasSplitGelu, onFloats, "com.microsoft" },
    { "NGramRepeatBlock", runNgramRepeatBlock, nullptr, "com.microsoft" },
    { "Quant", runQuant, onFloats, "onnx.brevitas" },
    { "BipolarQuant", runBipolarQuant, onFloats, "onnx.brevitas" },
    { "Trunc", runTrunc, onFloats, "onnx.brevitas" },
    { "Quant", runQuant, onFloats, "qonnx.custom_op.general" },
    { "BipolarQuant", runBipolarQuant, onFloats, "qonnx.custom_op.general" },
    { "Trunc", runTrunc, onFloats, "qonnx.custom_op.general" },
};

} // namespace

} // namespace engine
