// Operators of ONNX Runtime (com.microsoft) that generate token sequences with a decoder subgraph.
// Source: ONNX Runtime, ContribOperators.md.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

/// Infers the types inside of the graphs that an operator runs. They declare their inputs, which
/// follow from the model's family and not from the inputs of the operator.
void inferGraphs(InferenceContext& context)
{
    for (const auto* graph : { "encoder", "init_decoder", "decoder" })
        context.inferGraph(graph, {});
}

void beamSearch(InferenceContext& context)
{
    inferGraphs(context);
    expectRankAtLeast(context, 0, 2);
    context.setTensor(0, ElementType::Int32,
        Shape { context.dim(0, 0), scalarInput(context, 4), scalarInput(context, 1) });
    context.setTensor(1, ElementType::Float, Shape { context.dim(0, 0), scalarInput(context, 4) });
    context.setTensor(2, ElementType::Float);
}

/// One sequence per batch entry. Sampling can also return the scores that it sampled from.
void greedySearch(InferenceContext& context)
{
    inferGraphs(context);
    expectRank(context, 0, { 2 });
    context.setTensor(0, ElementType::Int32, Shape { context.dim(0, 0), scalarInput(context, 1) });
    context.setTensor(1, ElementType::Float, Shape { context.dim(0, 0), Dimension() });
    expectRank(context, 4, { 1 });
    for (const std::size_t i : { 5, 6, 7 })
        if (expectRank(context, i, { 2 }))
            expectDim(context, i, 0, context.dim(0, 0), "the batch size");
    if (context.rank(6) == 2u)
        expectDim(context, 6, 1, context.dim(0, 1), "the length of the prompt");
}

const RegisterOperators contribGenerationOperators {
    op("com.microsoft:BeamSearch",
        "Generates token sequences by beam search, running its decoder (and encoder) subgraph.")
        .since(1,
            "input_ids: F, max_length: I, min_length?: I, num_beams: I, num_return_sequences: I, "
            "length_penalty?: T, repetition_penalty?: T, vocab_mask?: I, prefix_vocab_mask?: I, "
            "attention_mask?: I, decoder_input_ids?: I, logits_processor?: I -> sequences: I, "
            "sequences_scores?: T, scores?: T",
            "T: float16 float; F: float16 float int32; I: int32")
        .attributes(
            "decoder: graph required, decoder_start_token_id: int = -1, early_stopping: int = 0, "
            "encoder: graph, eos_token_id: int required, init_decoder: graph, model_type: int = 0, "
            "no_repeat_ngram_size: int = 0, pad_token_id: int required, vocab_size: int = -1")
        .rules(beamSearch),

    op("com.microsoft:GreedySearch",
        "Generates a token sequence by taking the best token each time its decoder subgraph ran.")
        .since(1,
            "input_ids: I, max_length: I, min_length?: I, repetition_penalty?: T, vocab_mask?: I, "
            "prefix_vocab_mask?: I, attention_mask?: I -> sequences: I",
            "T: float; I: int32")
        .attributes(
            "decoder: graph required, decoder_start_token_id: int = -1, encoder: graph, "
            "eos_token_id: int required, init_decoder: graph, model_type: int = 0, "
            "no_repeat_ngram_size: int = 0, pad_token_id: int required, vocab_size: int = -1")
        .rules(greedySearch),

    op("com.microsoft:Sampling",
        "Generates a token sequence by drawing one of the most probable tokens each time its "
        "decoder subgraph ran.")
        .since(1,
            "input_ids: I, max_length: I, min_length?: I, repetition_penalty?: T, vocab_mask?: I, "
            "prefix_vocab_mask?: I, attention_mask?: I, presence_mask?: I, seed?: I -> sequences: "
            "I, filtered_logits?: T",
            "T: float; I: int32")
        .attributes("custom: int = 0, decoder: graph required, decoder_start_token_id: int = -1, "
                    "encoder: graph, eos_token_id: int required, filter_value: float = -1e20, "
                    "init_decoder: graph, min_tokens_to_keep: int = 0, model_type: int = 0, "
                    "no_repeat_ngram_size: int = 0, pad_token_id: int required, presence_penalty: "
                    "float = 0, temperature: float = 1, top_p: float = 0, vocab_size: int = -1")
        .rules(greedySearch),
};

} // namespace

} // namespace model::ops
