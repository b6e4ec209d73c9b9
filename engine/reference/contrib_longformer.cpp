#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"

#include <array>
#include <cmath>
#include <cstdlib>

// LongformerAttention of com.microsoft. Tokens attend to their neighbours in a window and to global
// tokens. Global tokens attend to all, with projections of their own. Padding (a mask below 0)
// gives zeros. Source: contract of the operator; Hugging Face Transformers, Longformer
// self-attention.

namespace engine {

namespace {

struct Longformer {
    std::int64_t batch = 0;
    std::int64_t steps = 0;
    std::int64_t features = 0;
    std::int64_t heads = 0;
    std::int64_t window = 0;
    std::vector<float> mask; ///< [batch, steps]
    std::vector<std::int64_t> marks; ///< [batch, steps]: not 0 = global

    std::size_t place(std::int64_t b, std::int64_t step) const
    {
        return static_cast<std::size_t>(b * steps + step);
    }
    bool isGlobal(std::int64_t b, std::int64_t step) const { return marks[place(b, step)] != 0; }
    bool isMasked(std::int64_t b, std::int64_t step) const { return mask[place(b, step)] < 0; }
    bool isNear(std::int64_t i, std::int64_t j) const { return std::abs(i - j) <= window; }
};

Result<Longformer> readLongformer(const OpNode& node, const RunContext& context)
{
    const auto& input = context.tensor(0);
    Longformer rules;
    rules.heads = node.integer("num_heads", 0);
    rules.window = node.integer("window", 0);
    if (input.rank() != 3 || rules.heads < 1 || rules.window < 1
        || input.dims()[2] % rules.heads != 0)
        return fail("an input of ", input.dims(), " does not fit ", rules.heads,
            " heads and a window of ", rules.window);
    rules.batch = input.dims()[0];
    rules.steps = input.dims()[1];
    rules.features = input.dims()[2];
    if (rules.steps % rules.window != 0 || rules.steps / rules.window % 2 != 0)
        return fail("the sequence has ", rules.steps,
            " steps, expected a multiple of twice the window, ", rules.window);
    const Dims marked { rules.batch, rules.steps };
    if (context.tensor(3).dims() != marked || context.tensor(6).dims() != marked)
        return fail("mask is ", context.tensor(3).dims(), " and global ", context.tensor(6).dims(),
            ", expected ", marked);
    rules.mask = TRY(readFloats(context.tensor(3)));
    rules.marks = TRY(readIntegers(context.tensor(6)));
    return rules;
}

/// Computes query, key and value from the weights in input `weights` and the bias in the next one.
Result<AttentionProblem> projected(
    const Longformer& rules, const RunContext& context, std::size_t weights)
{
    const auto width = TRY(checkedProduct(rules.features, 3));
    if (context.tensor(weights).dims() != Dims { rules.features, width }
        || context.tensor(weights + 1).dims() != Dims { width })
        return fail("weights of ", context.tensor(weights).dims(), " and a bias of ",
            context.tensor(weights + 1).dims(), ", expected ", Dims { rules.features, width },
            " and ", width);
    const auto input = TRY(readFloats(context.tensor(0)));
    const auto matrix = TRY(readFloats(context.tensor(weights)));
    const auto bias = TRY(readFloats(context.tensor(weights + 1)));
    AttentionProblem problem;
    problem.batch = rules.batch;
    problem.heads = problem.kvHeads = rules.heads;
    problem.queries = problem.keys = rules.steps;
    problem.headSize = problem.valueSize = rules.features / rules.heads;
    problem.scale = 1.0f / std::sqrt(static_cast<float>(problem.headSize));
    const std::array sizes { rules.features, rules.features, rules.features };
    const auto rows = TRY(project(input, rules.features, matrix, sizes, bias));
    setHeads(problem, rows);
    return problem;
}

Result<std::vector<float>> outputOf(const Longformer& rules, const AttentionProblem& problem)
{
    const auto result = TRY(attend(problem));
    return joinHeads(result.output, rules.batch, rules.steps, rules.heads, problem.valueSize);
}

Result<void> runLongformer(const OpNode& node, RunContext& context)
{
    const auto rules = TRY(readLongformer(node, context));
    auto local = TRY(projected(rules, context, 1));
    auto global = TRY(projected(rules, context, 4));
    local.bias = [&](std::int64_t b, std::int64_t, std::int64_t i, std::int64_t j) {
        const bool isSeen = rules.isNear(i, j) || rules.isGlobal(b, j);
        return isSeen && !rules.isMasked(b, i) ? rules.mask[rules.place(b, j)] : forbidden;
    };
    global.bias = [&](std::int64_t b, std::int64_t, std::int64_t i, std::int64_t j) {
        const bool sees = rules.isGlobal(b, i) && !rules.isMasked(b, i);
        return sees ? rules.mask[rules.place(b, j)] : forbidden;
    };
    auto output = TRY(outputOf(rules, local));
    const auto ofGlobal = TRY(outputOf(rules, global));
    for (std::size_t i = 0; i < output.size(); ++i) {
        if (rules.marks[i / static_cast<std::size_t>(rules.features)] != 0)
            output[i] = ofGlobal[i];
    }
    return writeFloats(context, 0, context.tensor(0).element(), context.tensor(0).dims(), output);
}

const RegisterReference longformer("LongformerAttention", runLongformer,
    checkFirstInput<TypeList<float, Float16>>, "com.microsoft");

} // namespace

} // namespace engine
