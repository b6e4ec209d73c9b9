#pragma once

#include "engine/cuda/kernels/rotary.h"

/// The driver of attention operators: it runs their plans (engine/attention/attention_plan.h).
namespace engine::cuda {

using PlanAttention = Result<AttentionPlan> (*)(const KernelRequest& request);

/// Registers an attention operator: for NVIDIA's library and for our own kernel.
struct RegisterAttention {
    RegisterAttention(const char* type, PlanAttention planOf, std::string domain = {},
        std::uint32_t hostInputs = 0);
};

} // namespace engine::cuda
