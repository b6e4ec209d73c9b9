// Attention and rotary positions.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("Attention", "Scaled dot-product attention with masks, grouped heads, a key-value cache and optional soft cap.")
        .since(23).inputs("Q: T1, K: T1, V: T2, attn_mask?: U, past_key?: T1, past_value?: T2")
            .outputs("Y: T1, present_key?: T1, present_value?: T2, qk_matmul_output?: T1")
            .attributes("is_causal: int = 0, kv_num_heads: int, q_num_heads: int, qk_matmul_output_mode: int = 0, scale: float, softcap: float "
                "= 0, softmax_precision: int").types("T1: floats bfloat16; T2: floats bfloat16; U: numbers bool bfloat16")
        .since(24).inputs("Q: T1, K: T1, V: T2, attn_mask?: U, past_key?: T1, past_value?: T2, nonpad_kv_seqlen?: int64")
        .since(25).attributes("left_window_size: int = -1, right_window_size: int = -1"),

    op("RotaryEmbedding", "Rotates pairs of features by angles that grow with the position (RoPE).")
        .since(23).inputs("X: T, cos_cache: T, sin_cache: T, position_ids?: M").outputs("Y: T")
            .attributes("interleaved: int = 0, num_heads: int, rotary_embedding_dim: int = 0").types("T: float16 float bfloat16; M: int64"),

    op("LinearAttention", "Attention as a recurrence over a state matrix, linear in the sequence length.")
        .since(27).inputs("query: T, key: T, value: T, past_state?: S, decay?: T, beta?: T").outputs("output: T, present_state: S")
            .attributes("chunk_size: int = 64, kv_num_heads: int required, q_num_heads: int required, scale: float = 0, update_rule: string = "
                "gated_delta").types("T: float16 float bfloat16; S: float16 float bfloat16"),

    op("ai.onnx.preview:FlexAttention", "Attention whose scores and probabilities may be changed by subgraphs.")
        .since(1).inputs("Q: T1, K: T1, V: T1").outputs("Y: T1")
            .attributes("prob_mod: graph, scale: float, score_mod: graph, softmax_precision: int").types("T1: floats bfloat16"),
};

} // namespace

} // namespace model::ops
