#pragma once

#include "engine/cuda/cudnn/attention.h"
#include "engine/cuda/kernels/attention.h"
#include "engine/cuda/tuning.h"
#include "engine/device/device_kernel.h"

/// Attention by cuDNN, as far as all attention operators share it. Masks, biases, windows and
/// lengths, which say what keys a query sees, are written to a bias for the library's graph; only
/// plain causal order is not. Queries that see no key get zeros afterwards, as in our own kernel.
namespace engine::cuda {

/// Sizes, strides and rules of an operator's attention before it runs. All pointers are null.
struct AttentionShape {
    ElementType element = ElementType::Float;
    AttentionData<Float16> data;
    bool hasLengths = false; ///< the number of keys comes from data
    bool hasBias = false; ///< there is a mask or bias, with the strides of the rules
    /// Keys after these lengths may hold anything, also NaN.
    bool isPaddingUnknown = false;
    bool wantsScores = false; ///< the scores are an output
};

/// cuDNN's attention for one step. A kernel of Tier::Library owns it.
class LibraryAttention {
public:
    /// Fails if cuDNN has no engine for it, or if our own kernel is expected or measured to be
    /// faster.
    static Result<std::shared_ptr<LibraryAttention>> prepare(
        const KernelRequest& request, const AttentionShape& shape);

    /// As attend() of attention.h. Sizes and strides must be those of prepare().
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
    Result<void> compare(const AttentionShape& shape);
    template <typename T>
    Result<std::vector<TuneCandidate>> ways(TuneMemory& memory, const AttentionShape& shape) const;

    ModuleBackend& m_device;
    cudnn::AttentionSpec m_spec;
    std::shared_ptr<cudnn::PreparedGraph> m_graph;
    std::vector<std::string> m_notTaken;
};

/// Computes attention by the library if there is one, else by our own kernel.
template <typename T>
Result<void> attendBy(const LibraryAttention* library, ModuleBackend& device, RunContext& context,
    const AttentionData<T>& data)
{
    return library != nullptr ? library->attend(context, data) : attend(device, context, data);
}

/// A kernel that calls the library's attention in its function(RunContext&).
template <typename F>
class LibraryAttentionKernel final : public DeviceKernel {
public:
    LibraryAttentionKernel(std::shared_ptr<LibraryAttention> library, F function)
        : m_library(std::move(library))
        , m_function(std::move(function))
    {
    }
    Result<void> run(RunContext& context) override { return m_function(context); }
    std::string implementation() const override { return m_library->implementation(); }
    std::vector<std::string> notTaken() const override { return m_library->notTaken(); }

private:
    std::shared_ptr<LibraryAttention> m_library;
    F m_function;
};

/// Makes the kernel of an attention operator; our own one if `library` is null.
template <typename F>
Result<std::unique_ptr<Kernel>> attentionKernel(
    const KernelRequest& request, std::shared_ptr<LibraryAttention> library, F function)
{
    if (library == nullptr)
        return makeKernel(implementationName(request, "attention"), std::move(function));
    return std::unique_ptr<Kernel>(
        std::make_unique<LibraryAttentionKernel<F>>(std::move(library), std::move(function)));
}

} // namespace engine::cuda
