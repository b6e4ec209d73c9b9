#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>

// NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss; Adagrad, Adam, Momentum of
// ai.onnx.preview.training.

namespace engine {

namespace {

/// Scores [batch, classes, ...]; targets [batch, ...]; one weight per class.
struct LossProblem {
    AxisFold fold;
    std::vector<double> logProbabilities;
    std::vector<std::int64_t> targets;
    std::vector<double> weights; ///< empty = all 1
    std::optional<std::int64_t> ignored;
    std::string reduction;
};

Result<LossProblem> lossProblem(const OpNode& node, const RunContext& context)
{
    const auto& scores = context.tensor(0);
    LossProblem problem;
    if (scores.rank() < 2)
        return fail("scores of ", scores.dims(), " have no class axis");
    problem.fold = foldAt(scores.dims(), 1);
    problem.logProbabilities = TRY(readNumbers(scores));
    problem.targets = TRY(readIntegers(context.tensor(1)));
    problem.ignored = node.integer("ignore_index");
    problem.reduction = node.text("reduction", "mean");
    if (context.hasInput(2))
        problem.weights = TRY(readNumbers(context.tensor(2)));
    if (std::ssize(problem.targets) != problem.fold.rows())
        return fail("there are ", problem.targets.size(), " targets for scores of ", scores.dims());
    if (!problem.weights.empty() && std::ssize(problem.weights) != problem.fold.axis)
        return fail(
            "there are ", problem.weights.size(), " weights for ", problem.fold.axis, " classes");
    return problem;
}

Result<void> writeLoss(const LossProblem& problem, RunContext& context)
{
    std::vector<double> losses(problem.targets.size(), 0.0);
    double sum = 0;
    double weightSum = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        const auto target = problem.targets[i];
        if (target == problem.ignored)
            continue;
        if (target < 0 || target >= problem.fold.axis)
            return fail("target ", target, " is outside ", problem.fold.axis, " classes");
        const double weight = problem.weights.empty() ? 1.0 : problem.weights[target];
        losses[i] = -problem.logProbabilities[problem.fold.first(static_cast<std::int64_t>(i))
                        + target * problem.fold.inner]
            * weight;
        sum += losses[i];
        weightSum += weight;
    }
    const auto element = context.tensor(0).element();
    if (problem.reduction == "none")
        return writeFloats(context, 0, element, context.tensor(1).dims(), losses);
    const std::vector<double> loss { problem.reduction == "sum" ? sum : sum / weightSum };
    return writeFloats(context, 0, element, {}, loss);
}

Result<void> runLikelihoodLoss(const OpNode& node, RunContext& context)
{
    const auto problem = TRY(lossProblem(node, context));
    return writeLoss(problem, context);
}

void takeLogSoftmax(LossProblem& problem)
{
    const auto& fold = problem.fold;
    for (std::int64_t row = 0; row < fold.rows(); ++row) {
        double* first = problem.logProbabilities.data() + fold.first(row);
        double largest = first[0];
        for (std::int64_t c = 1; c < fold.axis; ++c)
            largest = std::max(largest, first[c * fold.inner]);
        double sum = 0;
        for (std::int64_t c = 0; c < fold.axis; ++c)
            sum += std::exp(first[c * fold.inner] - largest);
        for (std::int64_t c = 0; c < fold.axis; ++c)
            first[c * fold.inner] -= largest + std::log(sum);
    }
}

Result<void> runCrossEntropyLoss(const OpNode& node, RunContext& context)
{
    auto problem = TRY(lossProblem(node, context));
    if (problem.fold.axis > 0)
        takeLogSoftmax(problem);
    TRY(writeLoss(problem, context));
    return writeFloats(context, 1, context.tensor(0).element(), context.tensor(0).dims(),
        problem.logProbabilities);
}

/// One element of an optimiser step. Optimisers update several tensors at once. Inputs: rate,
/// count, then all weights, all gradients, all first states (and all second ones). Outputs: all
/// weights, then the states.
struct Update {
    double rate = 0;
    double count = 0;
    double weight = 0;
    double gradient = 0;
    double first = 0;
    double second = 0;
};

template <typename Step>
Result<void> updateAll(RunContext& context, std::size_t groups, const Step& step)
{
    const auto rate = TRY(readNumber(context.tensor(0)));
    const auto count = TRY(readNumber(context.tensor(1)));
    std::size_t inputs = 2;
    while (context.hasInput(inputs))
        ++inputs;
    if ((inputs - 2) % groups != 0)
        return fail("an optimiser has ", inputs, " inputs");
    const auto tensors = (inputs - 2) / groups;
    for (std::size_t t = 0; t < tensors; ++t) {
        std::vector<std::vector<double>> values;
        for (std::size_t g = 0; g < groups; ++g) {
            values.push_back(TRY(readNumbers(context.tensor(2 + g * tensors + t))));
            if (values[g].size() != values[0].size())
                return fail("weight ", t, " and its gradient or state differ in size");
        }
        for (std::size_t i = 0; i < values[0].size(); ++i) {
            Update update { rate, count, values[0][i], values[1][i], values[2][i],
                groups > 3 ? values[3][i] : 0.0 };
            step(update);
            values[0][i] = update.weight;
            values[2][i] = update.first;
            if (groups > 3)
                values[3][i] = update.second;
        }
        const auto& weight = context.tensor(2 + t);
        TRY(writeFloats(context, t, weight.element(), weight.dims(), values[0]));
        for (std::size_t g = 2; g < groups; ++g)
            TRY(writeFloats(
                context, (g - 1) * tensors + t, weight.element(), weight.dims(), values[g]));
    }
    return {};
}

double realOf(const OpNode& node, std::string_view name, double fallback)
{
    const auto value = node.real(name);
    return value ? static_cast<double>(*value) : fallback;
}

Result<void> runAdagrad(const OpNode& node, RunContext& context)
{
    const double decay = realOf(node, "decay_factor", 0);
    const double epsilon = realOf(node, "epsilon", 0);
    const double norm = realOf(node, "norm_coefficient", 0);
    return updateAll(context, 3, [&](Update& u) {
        const double gradient = norm * u.weight + u.gradient;
        u.first += gradient * gradient;
        u.weight -= u.rate / (1 + u.count * decay) * gradient / (std::sqrt(u.first) + epsilon);
    });
}

Result<void> runAdam(const OpNode& node, RunContext& context)
{
    const double alpha = realOf(node, "alpha", 0.9);
    const double beta = realOf(node, "beta", 0.999);
    const double epsilon = realOf(node, "epsilon", 0);
    const double norm = realOf(node, "norm_coefficient", 0);
    const double normPost = realOf(node, "norm_coefficient_post", 0);
    return updateAll(context, 4, [&](Update& u) {
        const double gradient = norm * u.weight + u.gradient;
        u.first = alpha * u.first + (1 - alpha) * gradient;
        u.second = beta * u.second + (1 - beta) * gradient * gradient;
        const double rate = u.count > 0
            ? u.rate * std::sqrt(1 - std::pow(beta, u.count)) / (1 - std::pow(alpha, u.count))
            : u.rate;
        u.weight = (1 - normPost) * (u.weight - rate * u.first / (std::sqrt(u.second) + epsilon));
    });
}

Result<void> runMomentum(const OpNode& node, RunContext& context)
{
    const double alpha = realOf(node, "alpha", 0);
    const double beta = realOf(node, "beta", 0);
    const double norm = realOf(node, "norm_coefficient", 0);
    const bool isNesterov = node.text("mode", "standard") == "nesterov";
    return updateAll(context, 3, [&](Update& u) {
        const double gradient = norm * u.weight + u.gradient;
        u.first = alpha * u.first + (u.count > 0 ? beta : 1.0) * gradient;
        u.weight -= u.rate * (isNesterov ? gradient + alpha * u.first : u.first);
    });
}

const RegisterReference losses[] = {
    { "NegativeLogLikelihoodLoss", runLikelihoodLoss, onFloats },
    { "SoftmaxCrossEntropyLoss", runCrossEntropyLoss, onFloats },
    { "Adagrad", runAdagrad, nullptr, "ai.onnx.preview.training" },
    { "Adam", runAdam, nullptr, "ai.onnx.preview.training" },
    { "Momentum", runMomentum, nullptr, "ai.onnx.preview.training" },
};

} // namespace

} // namespace engine
