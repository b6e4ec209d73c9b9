#pragma once

#include "engine/cuda/cudnn/graph.h"

/// Scaled dot-product attention told to cuDNN as the graph of operations that its engines of
/// attention know:
///
///     s = softcap(scale * Q Kᵀ) + bias     or, of causal attention,
///     s = row + past >= column ? softcap(scale * Q Kᵀ) : lowest
///     m = max s;  p = exp(s - m);  l = sum p;  p / l  ->  V;  (m + log l is read by nobody, but
///                                                      engines know the graph only with it)
///
/// fp16 and bfloat16, sums and softmax in fp32, at least compute capability 8.0, heads that are
/// multiples of 8 elements. Source: cuDNN 9 documentation, "Attention"; and what cuDNN 9.19
/// accepts.
namespace engine::cuda::cudnn {

/// Where vectors of heads lie: element e of (batch, head, step) at the sum of the strides plus e.
struct HeadStrides {
    std::int64_t batch = 0;
    std::int64_t head = 0;
    std::int64_t step = 0;

    friend bool operator==(const HeadStrides&, const HeadStrides&) = default;
};

struct AttentionSpec {
    DataType type = DataType::Half;
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0; ///< each serves a group of heads
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    HeadStrides q;
    HeadStrides k;
    HeadStrides v;
    HeadStrides y;
    float scale = 1;
    float softcap = 0; ///< 0: none
    bool isCausal = false; ///< query i sees the keys up to past + i
    std::int64_t past = 0;
    std::int64_t biasBatch = 0; ///< a bias [biasBatch, biasHeads, queries, keys]; 0: none
    std::int64_t biasHeads = 0;

    friend bool operator==(const AttentionSpec&, const AttentionSpec&) = default;
};

/// Tensors in the order of their pointers: q, k, v, [bias], y.
Result<void> tellAttention(GraphBuilder& graph, const AttentionSpec& spec);

} // namespace engine::cuda::cudnn
