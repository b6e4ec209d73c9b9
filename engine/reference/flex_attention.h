#pragma once

#include "engine/kernel/kernel.h"

#include <functional>
#include <vector>

namespace engine {

/// Changes scores or probabilities [batch, heads, queries, keys] in place. Null leaves them as they
/// are.
using AttentionModifier = std::function<Result<void>(std::vector<float>& values, const Dims& dims)>;

struct FlexAttention {
    Dims dims; ///< of the output: batch, heads, queries, value size
    std::vector<float> output;
};

/// FlexAttention-1 of ai.onnx.preview: softmax(score_mod(scale * Q Kᵀ)), then prob_mod, times V, in
/// float.
Result<FlexAttention> flexAttention(const OpNode& node, const Tensor& q, const Tensor& k,
    const Tensor& v, const AttentionModifier& scoreModifier,
    const AttentionModifier& probabilityModifier);

} // namespace engine
