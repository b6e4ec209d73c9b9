// Recurrent layers over a sequence.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("RNN", "Simple recurrent layer, in one or both directions.")
        .since(1).inputs("X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T").outputs("Y?: T, Y_h?: T")
            .attributes("activation_alpha: floats, activation_beta: floats, activations: strings = [Tanh Tanh], clip: float, direction: string "
                "= forward, hidden_size: int, output_sequence: int = 0").types("T: floats; T1: int32")
        .since(7).without("output_sequence")
        .since(14).attributes("layout: int = 0")
        .since(22).types("T: floats bfloat16"),

    op("GRU", "Gated recurrent unit layer, in one or both directions.")
        .since(1).inputs("X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T").outputs("Y?: T, Y_h: T")
            .attributes("activation_alpha: floats, activation_beta: floats, activations: strings, clip: float, direction: string = foward, "
                "hidden_size: int, output_sequence: int = 0").types("T: floats; T1: int32")
        .since(3).outputs("Y?: T, Y_h?: T").attributes("direction: string = forward, linear_before_reset: int = 0")
        .since(7).without("output_sequence")
        .since(14).attributes("layout: int = 0")
        .since(22).types("T: floats bfloat16"),

    op("LSTM", "Long short-term memory layer, in one or both directions, with optional peepholes.")
        .since(1).inputs("X: T, W: T, R: T, B?: T, sequence_lens?: T1, initial_h?: T, initial_c?: T, P?: T")
            .outputs("Y?: T, Y_h?: T, Y_c?: T")
            .attributes("activation_alpha: floats, activation_beta: floats, activations: strings, clip: float, direction: string = forward, "
                "hidden_size: int, input_forget: int = 0, output_sequence: int = 0").types("T: floats; T1: int32")
        .since(7).without("output_sequence")
        .since(14).attributes("layout: int = 0")
        .since(22).types("T: floats bfloat16"),
};

} // namespace

} // namespace model::ops
