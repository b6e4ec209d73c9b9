#include "engine/reference/recurrent.h"

#include "engine/shapes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine {

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// One row per activation: how many of alpha and beta it takes, their defaults, what it computes.
struct ActivationRow {
    std::string_view name;
    int constants;
    double alpha;
    double beta;
    double (*apply)(double x, double alpha, double beta);
};

constexpr ActivationRow activationRows[] = {
    { "relu", 0, 0, 0, [](double x, double, double) { return std::max(x, 0.0); } },
    { "tanh", 0, 0, 0, [](double x, double, double) { return std::tanh(x); } },
    { "sigmoid", 0, 0, 0, [](double x, double, double) { return sigmoid(x); } },
    { "affine", 2, 1.0, 0.0, [](double x, double a, double b) { return a * x + b; } },
    { "leakyrelu", 1, 0.01, 0, [](double x, double a, double) { return x < 0 ? a * x : x; } },
    { "thresholdedrelu", 1, 1.0, 0, [](double x, double a, double) { return x > a ? x : 0.0; } },
    { "scaledtanh", 2, 1.0, 1.0,
        [](double x, double a, double b) { return a * std::tanh(b * x); } },
    { "hardsigmoid", 2, 0.2, 0.5,
        [](double x, double a, double b) { return std::clamp(a * x + b, 0.0, 1.0); } },
    { "elu", 1, 1.0, 0, [](double x, double a, double) { return x < 0 ? a * std::expm1(x) : x; } },
    { "softsign", 0, 0, 0, [](double x, double, double) { return x / (1 + std::fabs(x)); } },
    { "clip", 2, -3.402823466e38, 3.402823466e38,
        [](double x, double a, double b) { return std::clamp(x, a, b); } },
    { "softplus", 0, 0, 0, [](double x, double, double) { return std::log1p(std::exp(x)); } },
};

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
        [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    return lower;
}

} // namespace

Result<Activation> activationNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta)
{
    const auto* row = std::ranges::find(activationRows, lowered(name), &ActivationRow::name);
    if (row == std::end(activationRows))
        return fail("activation \"", name, "\" is not known");
    const double first = alpha.value_or(row->alpha);
    const double second = beta.value_or(row->beta);
    return Activation(
        [apply = row->apply, first, second](double x) { return apply(x, first, second); });
}

namespace {

/// The written constants are used up in order by the activations that take some.
Result<std::vector<Activation>> bindActivations(
    const OpNode& node, const std::vector<std::string>& names)
{
    const auto alphas = node.reals("activation_alpha").value_or(std::vector<float> {});
    const auto betas = node.reals("activation_beta").value_or(std::vector<float> {});
    std::size_t nextAlpha = 0;
    std::size_t nextBeta = 0;
    std::vector<Activation> bound;
    for (const auto& name : names) {
        const auto* row = std::ranges::find(activationRows, lowered(name), &ActivationRow::name);
        const int constants = row == std::end(activationRows) ? 0 : row->constants;
        std::optional<double> alpha;
        std::optional<double> beta;
        if (constants > 0 && nextAlpha < alphas.size())
            alpha = static_cast<double>(alphas[nextAlpha++]);
        if (constants > 1 && nextBeta < betas.size())
            beta = static_cast<double>(betas[nextBeta++]);
        bound.push_back(TRY(activationNamed(name, alpha, beta)));
    }
    return bound;
}

Result<void> checkDims(
    const RunContext& context, std::size_t input, const Dims& expected, std::string_view name)
{
    if (context.hasInput(input) && context.tensor(input).dims() != expected)
        return fail(name, " is ", dimsText(context.tensor(input).dims()), ", expected ",
            dimsText(expected));
    return {};
}

} // namespace

Result<RecurrentShape> recurrentShape(const OpNode& node, const RunContext& context,
    std::int64_t gates, const std::vector<std::string>& defaults)
{
    const auto& input = context.tensor(0);
    const auto& recurrence = context.tensor(2);
    if (input.rank() != 3 || recurrence.rank() != 3)
        return fail("X of ", dimsText(input.dims()), " and R of ", dimsText(recurrence.dims()),
            " must have rank 3");
    RecurrentShape shape;
    shape.isBatchFirst = node.flag("layout");
    shape.steps = input.dims()[shape.isBatchFirst ? 1 : 0];
    shape.batch = input.dims()[shape.isBatchFirst ? 0 : 1];
    shape.inputSize = input.dims()[2];
    shape.hidden = recurrence.dims()[2];
    shape.gates = gates;
    const auto direction = lowered(node.text("direction", "forward"));
    shape.directions = direction == "bidirectional" ? 2 : 1;
    shape.startsReversed = direction == "reverse";
    shape.clip = static_cast<double>(node.real("clip", 0.0f));
    const Dims state = shape.isBatchFirst ? Dims { shape.batch, shape.directions, shape.hidden }
                                          : Dims { shape.directions, shape.batch, shape.hidden };
    TRY(checkDims(context, 1, { shape.directions, gates * shape.hidden, shape.inputSize }, "W"));
    TRY(checkDims(context, 2, { shape.directions, gates * shape.hidden, shape.hidden }, "R"));
    TRY(checkDims(context, 3, { shape.directions, 2 * gates * shape.hidden }, "B"));
    TRY(checkDims(context, 5, state, "initial_h"));
    TRY(checkDims(context, 6, state, "initial_c"));
    TRY(checkDims(context, 7, { shape.directions, 3 * shape.hidden }, "P"));
    shape.lengths.assign(static_cast<std::size_t>(shape.batch), shape.steps);
    if (context.hasInput(4))
        shape.lengths = TRY(readIntegers(context.tensor(4)));
    if (static_cast<std::int64_t>(shape.lengths.size()) != shape.batch)
        return fail("sequence_lens has ", shape.lengths.size(), " entries, expected ", shape.batch);
    for (const auto length : shape.lengths) {
        if (length < 0 || length > shape.steps)
            return fail("a sequence length of ", length, " is outside 0..", shape.steps);
    }
    auto names = node.texts("activations").value_or(std::vector<std::string> {});
    // The schema's default lists one name per gate kind, whatever the direction is.
    if (!node.has("activations"))
        names.clear();
    if (names.empty()) {
        for (std::int64_t d = 0; d < shape.directions; ++d)
            names.insert(names.end(), defaults.begin(), defaults.end());
    }
    if (names.size() != defaults.size() * static_cast<std::size_t>(shape.directions))
        return fail("activations has ", names.size(), " entries, expected ",
            defaults.size() * static_cast<std::size_t>(shape.directions));
    shape.activations = TRY(bindActivations(node, names));
    return shape;
}

} // namespace engine
