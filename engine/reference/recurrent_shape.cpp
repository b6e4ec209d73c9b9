#include "engine/reference/recurrent.h"

#include "engine/program/shapes.h"
#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine {

namespace {

/// One row per activation: how many constants it has (alpha, beta), and their defaults.
struct GateRow {
    std::string_view name;
    functors::GateKind kind;
    int constants;
    double alpha;
    double beta;
};

constexpr GateRow gateRows[] = {
    { "relu", functors::GateKind::Relu, 0, 0, 0 },
    { "tanh", functors::GateKind::Tanh, 0, 0, 0 },
    { "sigmoid", functors::GateKind::Sigmoid, 0, 0, 0 },
    { "affine", functors::GateKind::Affine, 2, 1.0, 0.0 },
    { "leakyrelu", functors::GateKind::LeakyRelu, 1, 0.01, 0 },
    { "thresholdedrelu", functors::GateKind::ThresholdedRelu, 1, 1.0, 0 },
    { "scaledtanh", functors::GateKind::ScaledTanh, 2, 1.0, 1.0 },
    { "hardsigmoid", functors::GateKind::HardSigmoid, 2, 0.2, 0.5 },
    { "elu", functors::GateKind::Elu, 1, 1.0, 0 },
    { "softsign", functors::GateKind::Softsign, 0, 0, 0 },
    { "clip", functors::GateKind::Clip, 2, -HUGE_VAL, HUGE_VAL },
    { "softplus", functors::GateKind::Softplus, 0, 0, 0 },
};

} // namespace

Result<functors::Gate> gateNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta)
{
    const auto* row = std::ranges::find(gateRows, support::lowered(name), &GateRow::name);
    if (row == std::end(gateRows))
        return fail("activation \"", name, "\" is not known");
    return functors::Gate { row->kind, alpha.value_or(row->alpha), beta.value_or(row->beta) };
}

Result<Activation> activationNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta)
{
    return Activation(TRY(gateNamed(name, alpha, beta)));
}

/// Activations that have constants take them from the attributes, in order.
Result<std::vector<functors::Gate>> gatesOf(
    const OpNode& node, std::int64_t directions, const std::vector<std::string>& defaults)
{
    auto names = node.texts("activations", {});
    // The schema's default has one name per gate kind, for any direction.
    if (!node.has("activations"))
        names.clear();
    if (names.empty()) {
        for (std::int64_t d = 0; d < directions; ++d)
            names.insert(names.end(), defaults.begin(), defaults.end());
    }
    if (names.size() != defaults.size() * static_cast<std::size_t>(directions))
        return fail("activations has ", names.size(), " entries, expected ",
            defaults.size() * static_cast<std::size_t>(directions));
    const auto alphas = node.reals("activation_alpha", {});
    const auto betas = node.reals("activation_beta", {});
    std::size_t nextAlpha = 0;
    std::size_t nextBeta = 0;
    std::vector<functors::Gate> bound;
    for (const auto& name : names) {
        const auto* row = std::ranges::find(gateRows, support::lowered(name), &GateRow::name);
        const int constants = row == std::end(gateRows) ? 0 : row->constants;
        std::optional<double> alpha;
        std::optional<double> beta;
        if (constants > 0 && nextAlpha < alphas.size())
            alpha = static_cast<double>(alphas[nextAlpha++]);
        if (constants > 1 && nextBeta < betas.size())
            beta = static_cast<double>(betas[nextBeta++]);
        bound.push_back(TRY(gateNamed(name, alpha, beta)));
    }
    return bound;
}

namespace {

Result<void> checkDims(
    const RunContext& context, std::size_t input, const Dims& expected, std::string_view name)
{
    if (context.hasInput(input) && context.tensor(input).dims() != expected)
        return fail(name, " is ", dimsText(context.tensor(input).dims()), ", expected ",
            dimsText(expected));
    return {};
}

} // namespace

RecurrentDirection recurrentDirection(const OpNode& node)
{
    const auto direction = support::lowered(node.text("direction", "forward"));
    if (direction == "reverse")
        return RecurrentDirection::Reverse;
    return direction == "bidirectional" ? RecurrentDirection::Bidirectional
                                        : RecurrentDirection::Forward;
}

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
    const auto direction = recurrentDirection(node);
    shape.directions = direction == RecurrentDirection::Bidirectional ? 2 : 1;
    shape.startsReversed = direction == RecurrentDirection::Reverse;
    shape.clip = static_cast<double>(node.real("clip", 0.0f));
    const Dims state = shape.isBatchFirst ? Dims { shape.batch, shape.directions, shape.hidden }
                                          : Dims { shape.directions, shape.batch, shape.hidden };
    TRY(checkDims(context, 1, { shape.directions, gates * shape.hidden, shape.inputSize }, "W"));
    TRY(checkDims(context, 2, { shape.directions, gates * shape.hidden, shape.hidden }, "R"));
    TRY(checkDims(context, 3, { shape.directions, 2 * gates * shape.hidden }, "B"));
    TRY(checkDims(context, 5, state, "initial_h"));
    TRY(checkDims(context, 6, state, "initial_c"));
    TRY(checkDims(context, 7, { shape.directions, 3 * shape.hidden }, "P"));
    shape.lengths.assign(shape.batch, shape.steps);
    if (context.hasInput(4))
        shape.lengths = TRY(readIntegers(context.tensor(4)));
    if (std::ssize(shape.lengths) != shape.batch)
        return fail("sequence_lens has ", shape.lengths.size(), " entries, expected ", shape.batch);
    for (const auto length : shape.lengths) {
        if (length < 0 || length > shape.steps)
            return fail("a sequence length of ", length, " is outside 0..", shape.steps);
    }
    const auto gateFunctions = TRY(gatesOf(node, shape.directions, defaults));
    shape.activations.assign(gateFunctions.begin(), gateFunctions.end());
    return shape;
}

} // namespace engine
