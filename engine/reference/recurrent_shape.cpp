#include "engine/reference/recurrent.h"

#include "engine/functors/gate.h"
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

Result<Activation> activationNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta)
{
    const auto* row = std::ranges::find(gateRows, support::lowered(name), &GateRow::name);
    if (row == std::end(gateRows))
        return fail("activation \"", name, "\" is not known");
    return Activation(
        functors::Gate { row->kind, alpha.value_or(row->alpha), beta.value_or(row->beta) });
}

Result<std::vector<std::string>> activationNames(
    const OpNode& node, std::int64_t directions, const std::vector<std::string>& defaults)
{
    // The schema's default has one name per gate kind, for any direction.
    auto names
        = node.has("activations") ? node.texts("activations", {}) : std::vector<std::string>();
    if (names.empty()) {
        for (std::int64_t d = 0; d < directions; ++d)
            names.insert(names.end(), defaults.begin(), defaults.end());
    }
    const auto expected = defaults.size() * static_cast<std::size_t>(directions);
    if (names.size() != expected)
        return fail("activations has ", names.size(), " entries, expected ", expected);
    return names;
}

namespace {

/// Activations that have constants take them from the attributes, in order.
Result<std::vector<Activation>> boundActivations(
    const OpNode& node, std::int64_t directions, const std::vector<std::string>& defaults)
{
    const auto alphas = node.reals("activation_alpha", {});
    const auto betas = node.reals("activation_beta", {});
    std::size_t nextAlpha = 0;
    std::size_t nextBeta = 0;
    std::vector<Activation> bound;
    for (const auto& name : TRY(activationNames(node, directions, defaults))) {
        const auto* row = std::ranges::find(gateRows, support::lowered(name), &GateRow::name);
        const int constants = row == std::end(gateRows) ? 0 : row->constants;
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

} // namespace

RecurrentDirection recurrentDirection(const OpNode& node)
{
    const auto direction = support::lowered(node.text("direction", "forward"));
    if (direction == "reverse")
        return RecurrentDirection::Reverse;
    return direction == "bidirectional" ? RecurrentDirection::Bidirectional
                                        : RecurrentDirection::Forward;
}

Result<RecurrentSizes> recurrentSizes(const OpNode& node, std::int64_t gates,
    const std::function<const Dims*(std::size_t input)>& dimsOf)
{
    const auto dimsOrNone = [&](std::size_t input) {
        const auto* dims = dimsOf(input);
        return dims != nullptr ? *dims : Dims();
    };
    const auto x = dimsOrNone(0);
    const auto r = dimsOrNone(2);
    if (x.size() != 3 || r.size() != 3)
        return fail("X of ", x, " and R of ", r, " must have rank 3");
    RecurrentSizes sizes;
    sizes.isBatchFirst = node.flag("layout");
    sizes.steps = x[sizes.isBatchFirst ? 1 : 0];
    sizes.batch = x[sizes.isBatchFirst ? 0 : 1];
    sizes.inputSize = x[2];
    sizes.hidden = r[2];
    sizes.gates = gates;
    const auto direction = recurrentDirection(node);
    sizes.directions = direction == RecurrentDirection::Bidirectional ? 2 : 1;
    sizes.startsReversed = direction == RecurrentDirection::Reverse;
    const auto rows = TRY(checkedProduct(gates, sizes.hidden));
    const auto biases = TRY(checkedProduct(2, rows));
    const auto peepholes = TRY(checkedProduct(3, sizes.hidden));
    const auto check
        = [&](std::size_t input, const Dims& expected, std::string_view name) -> Result<void> {
        const auto* dims = dimsOf(input);
        if (dims != nullptr && *dims != expected)
            return fail(name, " is ", *dims, ", expected ", expected);
        return {};
    };
    TRY(check(1, { sizes.directions, rows, sizes.inputSize }, "W"));
    TRY(check(2, { sizes.directions, rows, sizes.hidden }, "R"));
    TRY(check(3, { sizes.directions, biases }, "B"));
    TRY(check(5, sizes.stateDims(), "initial_h"));
    TRY(check(6, sizes.stateDims(), "initial_c"));
    TRY(check(7, { sizes.directions, peepholes }, "P"));
    return sizes;
}

Result<std::vector<std::int64_t>> sequenceLengths(
    const RecurrentSizes& sizes, const RunContext& context)
{
    if (!context.hasInput(4))
        return std::vector<std::int64_t>(sizes.batch, sizes.steps);
    auto lengths = TRY(readIntegers(context.tensor(4)));
    if (std::ssize(lengths) != sizes.batch)
        return fail("sequence_lens has ", lengths.size(), " entries, expected ", sizes.batch);
    for (const auto length : lengths) {
        if (length < 0 || length > sizes.steps)
            return fail("a sequence length of ", length, " is outside 0..", sizes.steps);
    }
    return lengths;
}

Result<RecurrentShape> recurrentShape(const OpNode& node, const RunContext& context,
    std::int64_t gates, const std::vector<std::string>& defaults)
{
    RecurrentShape shape { TRY(recurrentSizes(node, gates, [&](std::size_t input) {
        return context.hasInput(input) ? &context.tensor(input).dims() : nullptr;
    })) };
    shape.lengths = TRY(sequenceLengths(shape, context));
    shape.clip = static_cast<double>(node.real("clip", 0.0f));
    shape.activations = TRY(boundActivations(node, shape.directions, defaults));
    return shape;
}

} // namespace engine
