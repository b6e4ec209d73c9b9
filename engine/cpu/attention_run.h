#pragma once

#include "engine/attention/attention_plan.h"
#include "engine/cpu/attention.h"
#include "engine/cpu/native.h"

namespace engine {

/// Operands of attention in memory, in float.
struct AttentionOperands {
    HeadVectors<float> q;
    HeadVectors<float> k;
    HeadVectors<float> v;
    float* y = nullptr;
    const float* sinks = nullptr; ///< one per head; null: 0
    std::optional<PlainSoftmax> softmax;
    /// Mask or bias with the strides of the rules. At most one is set.
    const float* bias = nullptr;
    const std::uint8_t* allowed = nullptr;
    /// Ends of the sequences of packed tokens. Batch entry b is sequence b then, whose steps begin
    /// at ends b in q, k, v and y, which have no stride of batch entries.
    Integers ends;
};

/// Computes attention on all threads. The integers of the rules' mask and lengths must fit. Fails
/// with ErrorKind::Cancelled after a stop request.
Result<void> attendAll(
    RunContext& context, const AttentionLayout& layout, const AttentionOperands& operands);

} // namespace engine
