// Recurrent layers over a sequence.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <string>

namespace model::ops {

namespace {

/// X: sequence x batch x features (layout 0) or batch x sequence x features (1). W: directions x
/// gates*hidden x features. Y: sequence x directions x batch x hidden, or batch x sequence x
/// directions x hidden.
void recurrent(InferenceContext& context, std::int64_t gates)
{
    setFrom(context, 0, context.element(0));
    if (!expectRanks(context, { 0, 1, 2 }, { 3 }))
        return;
    const auto directions = Dimension::number(context.text("direction") == "bidirectional" ? 2 : 1);
    const auto written = context.integer("hidden_size");
    const auto hidden = written ? Dimension::number(*written) : context.dim(2, 2);
    const auto gateRows = hidden * Dimension::number(gates);
    for (const std::size_t i : { 1, 2 }) {
        expectDim(context, i, 0, directions, "the number of directions");
        expectDim(context, i, 1, gateRows, std::to_string(gates) + " gates times the hidden size");
    }
    expectDim(context, 2, 2, hidden, "the hidden size");
    expectDim(context, 1, 2, context.dim(0, 2), "the features of the input");
    if (expectRank(context, 3, { 2 }))
        expectDim(context, 3, 1, gateRows + gateRows, "two biases per gate");
    const auto isBatchFirst = context.integer("layout", 0) != 0;
    const auto sequence = context.dim(0, isBatchFirst ? 1 : 0);
    const auto batch = context.dim(0, isBatchFirst ? 0 : 1);
    setLikeFirst(context,
        isBatchFirst ? Shape { batch, sequence, directions, hidden }
                     : Shape { sequence, directions, batch, hidden });
    setFrom(context, 1, context.element(0),
        isBatchFirst ? Shape { batch, directions, hidden } : Shape { directions, batch, hidden });
}

void rnn(InferenceContext& context) { recurrent(context, 1); }
void gru(InferenceContext& context) { recurrent(context, 3); }
void lstm(InferenceContext& context) { recurrent(context, 4); }

/// Per time step, batch entry and direction: gates * hidden * (features + hidden) multiply-adds,
/// and the arithmetic of the gates.
Cost recurrentCost(const CostContext& context, std::uint64_t elementwise, std::uint64_t activations)
{
    auto cost = traffic(context);
    const auto steps = multiplied(
        multiplied(context.inputDim(0, 0), context.inputDim(0, 1)), context.inputDim(1, 0));
    const auto hidden = context.inputDim(2, 2);
    cost.multiplyAdds
        = multiplied(multiplied(steps, context.inputDim(1, 1)), context.inputDim(0, 2) + hidden);
    cost.otherFlops = multiplied(multiplied(steps, hidden), elementwise);
    cost.transcendental = multiplied(multiplied(steps, hidden), activations);
    return cost;
}

Cost rnnCost(const CostContext& context) { return recurrentCost(context, 1, 1); }
Cost gruCost(const CostContext& context) { return recurrentCost(context, 8, 3); }
Cost lstmCost(const CostContext& context) { return recurrentCost(context, 9, 5); }

const RegisterOperators recurrentOperators {
    op("RNN", "Simple recurrent layer, in one or both directions.")
        .since(1, "X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T -> Y?: T, Y_h?: T",
            "T: floats; T1: int32")
        .attributes("activation_alpha: floats, activation_beta: floats, activations: strings = "
                    "[Tanh Tanh], clip: float, direction: string = forward, hidden_size: int, "
                    "output_sequence: int = 0")
        .since(7)
        .without("output_sequence")
        .since(14)
        .attributes("layout: int = 0")
        .since(22, "T: floats bfloat16")
        .rules(rnn, rnnCost),

    op("GRU", "Gated recurrent unit layer, in one or both directions.")
        .since(1, "X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T -> Y?: T, Y_h: T",
            "T: floats; T1: int32")
        .attributes(
            "activation_alpha: floats, activation_beta: floats, activations: strings, clip: float, "
            "direction: string = foward, hidden_size: int, output_sequence: int = 0")
        .since(3)
        .outputs("Y?: T, Y_h?: T")
        .attributes("direction: string = forward, linear_before_reset: int = 0")
        .since(7)
        .without("output_sequence")
        .since(14)
        .attributes("layout: int = 0")
        .since(22, "T: floats bfloat16")
        .rules(gru, gruCost),

    op("LSTM", "Long short-term memory layer, in one or both directions, with optional peepholes.")
        .since(1,
            "X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T, initial_c?: T, P?: T -> "
            "Y?: T, Y_h?: T, Y_c?: T",
            "T: floats; T1: int32")
        .attributes("activation_alpha: floats, activation_beta: floats, activations: strings, "
                    "clip: float, direction: string = forward, hidden_size: int, input_forget: int "
                    "= 0, output_sequence: int = 0")
        .since(7)
        .without("output_sequence")
        .since(14)
        .attributes("layout: int = 0")
        .since(22, "T: floats bfloat16")
        .rules(lstm, lstmCost),
};

} // namespace

} // namespace model::ops
