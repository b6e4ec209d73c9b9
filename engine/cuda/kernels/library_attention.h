#pragma once

#include "engine/cuda/cudnn/attention.h"
#include "engine/cuda/kernels/attention_plan.h"
#include "engine/cuda/tuning.h"

/// Attention by cuDNN, as far as all attention operators share it. Masks, biases, windows and
/// lengths, which say what keys a query sees, are written to a bias for the library's graph; only
/// plain causal order is not. Queries that see no key get zeros afterwards, as in our own kernel.
namespace engine::cuda {

/// cuDNN's attention for one step. A kernel of Tier::Library owns it.
class LibraryAttention {
public:
    /// Fails if cuDNN has no engine for it, or if our own kernel is needed or measured to be
    /// faster.
    static Result<std::shared_ptr<LibraryAttention>> prepare(
        const KernelRequest& request, const AttentionPlan& plan);

    /// As attend() of attention.h. Sizes and strides must be those of the plan.
    template <typename T>
    Result<void> attend(RunContext& context, const AttentionData<T>& data) const;

    const std::string& implementation() const { return m_graph->implementation(); }
    const std::vector<std::string>& notTaken() const { return m_notTaken; }

private:
    LibraryAttention(ModuleBackend& device, cudnn::AttentionSpec spec)
        : m_device(device)
        , m_spec(spec)
    {
    }
    Result<void> compare(const AttentionPlan& plan);
    template <typename T>
    Result<std::vector<TuneCandidate>> ways(TuneMemory& memory, const AttentionPlan& plan) const;

    ModuleBackend& m_device;
    cudnn::AttentionSpec m_spec;
    std::shared_ptr<cudnn::PreparedGraph> m_graph;
    std::vector<std::string> m_notTaken;
};

} // namespace engine::cuda
