#include "engine/reference/attention_core.h"

#include "engine/element_dispatch.h"
#include "engine/shapes.h"

#include <cmath>
#include <limits>

// Inverse, CDist, BiasAdd, BiasSplitGelu and NGramRepeatBlock of com.microsoft; Quant, BipolarQuant
// and Trunc of Brevitas and QONNX.

namespace engine {

namespace {

/// Gauss-Jordan elimination with the largest pivot of each column; false if the matrix is singular.
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

Result<void> writeNumbers(
    RunContext& context, ElementType element, const Dims& dims, const std::vector<double>& values)
{
    auto* output = TRY(context.output(0, element, dims));
    auto write = [&]<typename T>() -> Result<void> {
        for (std::size_t i = 0; i < values.size(); ++i)
            output->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(values[i]));
        return {};
    };
    return visitElement(FloatTypes {}, element, write);
}

Result<void> runInverse(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rank = input.rank();
    if (rank < 2 || input.dims()[rank - 1] != input.dims()[rank - 2])
        return fail("an input of ", dimsText(input.dims()), ", expected square matrices");
    const auto n = static_cast<std::size_t>(input.dims().back());
    const auto values = TRY(readNumbers(input));
    std::vector<double> result;
    for (std::size_t first = 0; n > 0 && first < values.size(); first += n * n) {
        std::vector<double> matrix(values.begin() + static_cast<std::ptrdiff_t>(first),
            values.begin() + static_cast<std::ptrdiff_t>(first + n * n));
        std::vector<double> inverse;
        if (!invert(matrix, inverse, n))
            return fail("matrix ", first / n / n, " is singular");
        result.insert(result.end(), inverse.begin(), inverse.end());
    }
    return writeNumbers(context, input.element(), input.dims(), result);
}

Result<void> runDistances(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    if (a.rank() != 2 || b.rank() != 2 || a.dims()[1] != b.dims()[1])
        return fail(
            "rows of ", dimsText(a.dims()), " and ", dimsText(b.dims()), " have no distance");
    const bool isSquared = node.text("metric", "sqeuclidean") == "sqeuclidean";
    const auto x = TRY(readNumbers(a));
    const auto y = TRY(readNumbers(b));
    const auto width = static_cast<std::size_t>(a.dims()[1]);
    std::vector<double> result;
    for (std::int64_t i = 0; i < a.dims()[0]; ++i) {
        for (std::int64_t j = 0; j < b.dims()[0]; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < width; ++k) {
                const double difference = x[static_cast<std::size_t>(i) * width + k]
                    - y[static_cast<std::size_t>(j) * width + k];
                sum += difference * difference;
            }
            result.push_back(isSquared ? sum : std::sqrt(sum));
        }
    }
    return writeNumbers(context, a.element(), { a.dims()[0], b.dims()[0] }, result);
}

/// X [batch, steps, channels] + bias [channels] (+ skip of X's shape).
Result<std::vector<float>> withBias(const RunContext& context)
{
    const auto& input = context.tensor(0);
    auto values = TRY(readFloats(input));
    const auto bias = TRY(readFloats(context.tensor(1)));
    if (input.rank() == 0 || static_cast<std::int64_t>(bias.size()) != input.dims().back())
        return fail("bias has ", bias.size(), " elements for an input of ", dimsText(input.dims()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += bias[i % bias.size()];
    return values;
}

Result<void> runBiasAdd(const OpNode&, RunContext& context)
{
    auto values = TRY(withBias(context));
    const auto skip = TRY(readFloats(context.tensor(2)));
    if (skip.size() != values.size())
        return fail("skip is ", dimsText(context.tensor(2).dims()), ", expected ",
            dimsText(context.tensor(0).dims()));
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

/// Forbids every token that would repeat an n-gram of the sequence so far.
Result<void> runNgramRepeatBlock(const OpNode& node, RunContext& context)
{
    const auto& tokens = context.tensor(0);
    const auto& scores = context.tensor(1);
    const auto size = node.integer("ngram_size", 0);
    if (tokens.rank() != 2 || scores.rank() != 2 || tokens.dims()[0] != scores.dims()[0]
        || size < 1)
        return fail("tokens ", dimsText(tokens.dims()), " and scores ", dimsText(scores.dims()),
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
            values[static_cast<std::size_t>(b * vocabulary + token)]
                = -std::numeric_limits<float>::infinity();
        }
    }
    return writeFloats(context, 0, scores.element(), scores.dims(), values);
}

double roundedBy(double value, const std::string& mode)
{
    if (mode == "CEIL" || mode == "UP")
        return mode == "UP" && value < 0 ? std::floor(value) : std::ceil(value);
    if (mode == "FLOOR" || mode == "DOWN")
        return mode == "DOWN" && value < 0 ? std::ceil(value) : std::floor(value);
    if (mode == "ROUND_TO_ZERO")
        return std::trunc(value);
    if (mode == "HALF_UP")
        return value < 0 ? std::ceil(value - 0.5) : std::floor(value + 0.5);
    if (mode == "HALF_DOWN")
        return value < 0 ? std::floor(value + 0.5) : std::ceil(value - 0.5);
    return std::nearbyint(value); // ROUND, HALF_EVEN
}

/// Both spellings of rounding modes are in use.
std::string upperCase(std::string text)
{
    for (auto& c : text)
        c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return text;
}

/// X with parameters broadcast to it: combine(x, parameters).
template <typename Combine>
Result<void> mapWithParameters(RunContext& context, std::size_t parameters, const Combine& combine)
{
    const auto& input = context.tensor(0);
    const auto x = TRY(readNumbers(input));
    std::vector<std::vector<double>> spread;
    for (std::size_t p = 1; p <= parameters; ++p) {
        const auto& tensor = context.tensor(p);
        if (TRY(broadcastDims(tensor.dims(), input.dims())) != input.dims())
            return fail("input ", p, " is ", dimsText(tensor.dims()),
                ", which cannot be broadcast to ", dimsText(input.dims()));
        const auto given = TRY(readNumbers(tensor));
        std::vector<double> full(x.size());
        const StridedLoop<2> loop(input.dims(),
            { broadcastStrides(tensor.dims(), input.dims()), denseStrides(input.dims()) });
        loop.forEachRow([&](const auto& at) {
            for (std::int64_t i = 0; i < loop.rowLength(); ++i)
                full[static_cast<std::size_t>(at[1] + i * loop.rowStrides()[1])]
                    = given[static_cast<std::size_t>(at[0] + i * loop.rowStrides()[0])];
        });
        spread.push_back(std::move(full));
    }
    std::vector<double> result;
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::array<double, 4> own {};
        for (std::size_t p = 0; p < spread.size(); ++p)
            own[p] = spread[p][i];
        result.push_back(combine(x[i], own));
    }
    return writeNumbers(context, input.element(), input.dims(), result);
}

/// X, scale, zero point, bit width: what an integer of that width would hold, as a number.
Result<void> runQuant(const OpNode& node, RunContext& context)
{
    const bool isSigned = node.integer("signed", 1) != 0;
    const bool isNarrow = node.flag("narrow");
    const auto mode = upperCase(node.text("rounding_mode", "ROUND"));
    return mapWithParameters(context, 3, [&](double x, const std::array<double, 4>& parameter) {
        const auto [scale, zero, bits] = std::array { parameter[0], parameter[1], parameter[2] };
        const double level = x / scale + zero;
        if (isSigned && bits == 1)
            return ((level >= 0 ? 1 : -1) - zero) * scale; // one bit is a sign, not -1 and 0
        const double span = std::exp2(isSigned ? bits - 1 : bits);
        const double low = isSigned ? -span + (isNarrow ? 1 : 0) : 0;
        const double high = span - (isNarrow && !isSigned ? 2 : 1);
        // The bounds come before the rounding: a bit width may be a fraction.
        const double kept = std::min(std::max(level, low), high);
        return (roundedBy(kept, mode) - zero) * scale;
    });
}

Result<void> runBipolarQuant(const OpNode&, RunContext& context)
{
    return mapWithParameters(context, 1, [](double x, const std::array<double, 4>& parameter) {
        return x >= 0 ? parameter[0] : -parameter[0];
    });
}

/// X, scale, zero point, bits before, bits after: drops the low bits of a quantised number.
Result<void> runTrunc(const OpNode& node, RunContext& context)
{
    const auto mode = upperCase(node.text("rounding_mode", "FLOOR"));
    return mapWithParameters(context, 4, [&](double x, const std::array<double, 4>& parameter) {
        const auto [scale, zero, before, after] = parameter;
        const double dropped = std::exp2(before - after);
        return (roundedBy(std::nearbyint(x / scale + zero) / dropped, mode) - zero) * scale;
    });
}

constexpr auto onFloats = checkFirstInput<FloatTypes>;

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
