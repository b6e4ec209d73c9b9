#pragma once

#include "engine/cuda/cudnn/graph.h"

/// Scaled dot-product attention for cuDNN, as the graph of operations that its attention engines
/// recognise:
///
///     s = softcap(scale * Q Kᵀ) + bias     or, if attention is causal,
///     s = row + past >= column ? softcap(scale * Q Kᵀ) : lowest
///     m = max s;  p = exp(s - m);  l = sum p;  y = (p / l) V;  statistics = m + log l
///
/// The statistics are not used, but the engines recognise the graph only with them. Types are fp16
/// and bfloat16; sums and softmax are fp32. Needs compute capability 8.0 and head sizes that are
/// multiples of 8. Source: cuDNN 9 documentation, "Attention", and what cuDNN 9.19 accepts.
namespace engine::cuda::cudnn {

/// Strides of head vectors, in elements. Element e of (batch, head, step) is at the sum of the
/// products of index and stride, plus e.
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
    std::int64_t kvHeads = 0; ///< each is used by heads / kvHeads heads
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    HeadStrides q;
    HeadStrides k;
    HeadStrides v;
    HeadStrides y;
    float scale = 1;
    float softcap = 0; ///< 0: no softcap
    bool isCausal = false; ///< query i sees the keys up to past + i
    std::int64_t past = 0;
    std::int64_t biasBatch = 0; ///< a bias [biasBatch, biasHeads, queries, keys]; 0: no bias
    std::int64_t biasHeads = 0;

    friend bool operator==(const AttentionSpec&, const AttentionSpec&) = default;
};

/// Adds the operations to `graph`. The pointers of PreparedGraph::run are then q, k, v, [bias], y.
Result<void> tellAttention(GraphBuilder& graph, const AttentionSpec& spec);

} // namespace engine::cuda::cudnn
