// Transformer operators of ONNX Runtime (com.microsoft), from their public contract.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("com.microsoft:Attention", "Multi-head attention with the projections of query, key and value inside.")
        .since(1)
            .inputs("input: T, weights: T, bias?: T, mask_index?: M, past?: T, attention_bias?: T, past_sequence_length?: M")
            .outputs("output: T, present?: T")
            .attributes("do_rotary: int = 0, mask_filter_value: float, num_heads: int required, past_present_share_buffer: int, "
                "qkv_hidden_sizes: ints, rotary_embedding_dim: int, scale: float, unidirectional: int = 0")
            .types("T: float16 float; M: int32"),

    op("com.microsoft:MultiHeadAttention", "Multi-head attention on projected query, key and value, with an optional cache.")
        .since(1)
            .inputs("query: T, key?: T, value?: T, bias?: T, key_padding_mask?: M, attention_bias?: T, past_key?: T, past_value?: T, "
                "past_sequence_length?: M, cache_indirection?: M")
            .outputs("output: T, present_key?: T, present_value?: T, qk?: QK")
            .attributes("mask_filter_value: float, num_heads: int required, scale: float, unidirectional: int = 0")
            .types("T: float16 float; M: int32; QK: float16 float"),

    op("com.microsoft:GroupQueryAttention", "Causal attention whose query heads share fewer key and value heads, with a cache.")
        .since(1)
            .inputs("query: T, key?: T, value?: T, past_key?: T, past_value?: T, seqlens_k: M, total_sequence_length: M, cos_cache?: T, "
                "sin_cache?: T, position_ids?: int64, attention_bias?: T, head_sink?: T")
            .outputs("output: T, present_key?: T, present_value?: T, output_qk?: T")
            .attributes("do_rotary: int = 0, kv_num_heads: int required, local_window_size: int = -1, num_heads: int required, qk_output: int = 0, "
                "rotary_interleaved: int = 0, scale: float, smooth_softmax: int = -1, softcap: float = 0")
            .types("T: float16 float bfloat16; M: int32"),

    op("com.microsoft:RotaryEmbedding", "Rotates pairs of features by angles that grow with the position (RoPE).")
        .since(1).inputs("input: T, position_ids: M, cos_cache: T, sin_cache: T").outputs("output: T")
            .attributes("interleaved: int = 0, is_packed_batching: int = 0, num_heads: int = 0, rotary_embedding_dim: int = 0, scale: float = 1")
            .types("T: float16 float bfloat16; M: int64"),

    op("com.microsoft:EmbedLayerNormalization", "Word, position and segment embeddings added and normalised: the first layer of BERT.")
        .since(1)
            .inputs("input_ids: T1, segment_ids?: T1, word_embedding: T, position_embedding: T, segment_embedding?: T, gamma: T, beta: T, "
                "mask?: T1, position_ids?: T1")
            .outputs("output: T, mask_index?: T1, embedding_sum?: T")
            .attributes("epsilon: float = 1e-12, mask_index_type: int = 0").types("T1: int32; T: float16 float"),

    op("com.microsoft:SkipLayerNormalization", "Adds a skip connection, and a bias, then normalises the last axis.")
        .since(1).inputs("input: T, skip: T, gamma: T, beta?: T, bias?: T")
            .outputs("output: T, mean?: U, inv_std_var?: U, input_skip_bias_sum?: T").attributes("epsilon: float = 1e-12")
            .types("T: float16 float bfloat16; U: float"),

    op("com.microsoft:SkipSimplifiedLayerNormalization", "Adds a skip connection, and a bias, then divides the last axis by its root mean square.")
        .since(1).inputs("input: T, skip: T, gamma: T, bias?: T")
            .outputs("output: T, mean?: U, inv_std_var?: U, input_skip_bias_sum?: T").attributes("epsilon: float = 1e-12")
            .types("T: float16 float bfloat16; U: float"),

    op("com.microsoft:BeamSearch", "Generates token sequences by beam search, running its decoder (and encoder) subgraph.")
        .since(1)
            .inputs("input_ids: F, max_length: I, min_length?: I, num_beams: I, num_return_sequences: I, length_penalty?: T, "
                "repetition_penalty?: T, vocab_mask?: I, prefix_vocab_mask?: I, attention_mask?: I, decoder_input_ids?: I, logits_processor?: I")
            .outputs("sequences: I, sequences_scores?: T, scores?: T")
            .attributes("decoder: graph required, decoder_start_token_id: int = -1, early_stopping: int = 0, encoder: graph, "
                "eos_token_id: int required, init_decoder: graph, model_type: int = 0, no_repeat_ngram_size: int = 0, "
                "pad_token_id: int required, vocab_size: int = -1")
            .types("T: float16 float; F: float16 float int32; I: int32"),
};

} // namespace

} // namespace model::ops
